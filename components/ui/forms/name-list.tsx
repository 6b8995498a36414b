"use client";

import { useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { ComboboxMany } from "#components/ui/forms/combobox.tsx";
import type { ComboboxOption } from "#components/ui/forms/combobox-layer.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";

type NameListProps = {
  label: string;
  hint: string;
  /** "model" */
  noun: string;
  options: readonly ComboboxOption[];
  values: readonly string[];
  onValuesChange: (names: string[]) => void;
  problem: string | undefined;
  /** Returns whether a name is valid although it is not an option. */
  isListed?: (name: string) => boolean;
};

/** Names chosen from the catalogue, or typed if the catalogue does not have them. */
export function NameList({ label, hint, noun, options, values, onValuesChange, problem, isListed }: NameListProps) {
  const [typing, setTyping] = useState(false);
  const [typed, setTyped] = useState("");
  const unknown = values.filter(
    (name) => options.length > 0 && !isListed?.(name) && !options.some(({ value }) => value === name),
  );
  const add = () => {
    const names = typed.split(/[\s,]+/).filter((name) => name !== "" && !values.includes(name));
    if (names.length > 0) onValuesChange([...values, ...new Set(names)]);
    setTyped("");
  };
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Field label={label} hint={values.length === 0 ? hint : undefined} error={problem}>
        <ComboboxMany
          aria-label={label}
          options={options}
          values={values}
          onValuesChange={onValuesChange}
          placeholder={`Choose ${noun}s`}
        />
      </Field>
      {unknown.length > 0 && <p className="text-muted text-xs">The catalogue does not list {unknown.join(", ")}.</p>}
      {typing ? (
        <div className="flex gap-2">
          <Input
            mono
            aria-label={`Add to ${label.toLowerCase()} by name`}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              add();
            }}
          />
          <Button onClick={add} disabled={typed.trim() === ""}>
            Add
          </Button>
        </div>
      ) : (
        <Button variant="link" size="small" className="self-start" onClick={() => setTyping(true)}>
          Add by name
        </Button>
      )}
    </div>
  );
}

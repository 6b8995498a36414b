"use client";

import { Button } from "#components/ui/display/button.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Textarea } from "#components/ui/forms/textarea.tsx";

type JsonEditorProps = {
  label: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
  /** Inserted by "Insert an example". */
  example: string;
  problem: string | undefined;
};

/** A JSON field, validated while typing. */
export function JsonEditor({ label, hint, value, onChange, example, problem }: JsonEditorProps) {
  return (
    <Field
      label={label}
      hint={hint}
      error={problem}
      aside={
        value.trim() === "" ? (
          <Button
            size="small"
            variant="link"
            onClick={() => onChange(example)}
            aria-label={`${label}: insert an example`}
          >
            Insert an example
          </Button>
        ) : (
          <Button size="small" variant="link" onClick={() => onChange("")} aria-label={`${label}: clear`}>
            Clear
          </Button>
        )
      }
    >
      <Textarea
        mono
        rows={2}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="text-xs"
      />
    </Field>
  );
}

"use client";

import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import type { AnchoredLayer } from "#components/ui/overlays/button-with-layer.tsx";
import { PopoverBox } from "#components/ui/overlays/popover-box.tsx";
import {
  FILTER_FIELDS,
  type FilterField,
  type FilterOperator,
  type GenerationFilter,
  operatorsOf,
  problemOf,
} from "#lib/generations/generation-filters.ts";
import { OPERATOR_WORDS } from "./filter-words.ts";

/** Those with a few known values have controls of their own. */
const FIELDS = (Object.keys(FILTER_FIELDS) as FilterField[])
  .filter((field) => FILTER_FIELDS[field].type !== "choice" && field !== "user_id")
  .map((field) => ({ value: field, label: labelOf(field) }));

/** IDs are rarely known in part, and found fast as a whole. */
const EXACT: readonly FilterField[] = ["request_id", "session_id", "api_key_hash"];

type FilterFormProps = { onAdd: (filter: GenerationFilter) => void };

/** The layer that adds a filter. */
export function FilterForm({ onAdd, ...layer }: AnchoredLayer & FilterFormProps) {
  return (
    <PopoverBox {...layer} label="Add a filter">
      <Fields
        onAdd={(filter) => {
          layer.onOpenChange(false);
          onAdd(filter);
        }}
      />
    </PopoverBox>
  );
}

/** A field, an operator and a value. */
function Fields({ onAdd }: FilterFormProps) {
  const [field, setField] = useState<FilterField>("model");
  const [operator, setOperator] = useState<FilterOperator>("contains");
  const [problem, setProblem] = useState<string>();
  const isNumber = FILTER_FIELDS[field].type === "number";
  const choose = (next: FilterField) => {
    setField(next);
    setProblem(undefined);
    setOperator(FILTER_FIELDS[next].type === "number" ? "gt" : EXACT.includes(next) ? "eq" : "contains");
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const value = String(new FormData(event.currentTarget).get("value")).trim();
    if (value === "") return setProblem("Enter a value.");
    if (problemOf(field, operator, value)) {
      return setProblem(isNumber ? "Enter a number, such as 0.5." : "Use at most 256 characters.");
    }
    onAdd({ field, operator, value });
  };
  return (
    <form onSubmit={submit} className="flex w-64 flex-col gap-3">
      <Field label="Field">
        <Select options={FIELDS} value={field} onValueChange={choose} />
      </Field>
      <Field label="Operator">
        <Select
          options={operatorsOf(field).map((value) => ({ value, label: OPERATOR_WORDS[value] }))}
          value={operator}
          onValueChange={setOperator}
        />
      </Field>
      <Field label="Value" {...(problem && { error: problem })}>
        <Input name="value" autoComplete="off" {...(isNumber && { inputMode: "decimal" as const })} />
      </Field>
      <Button type="submit" variant="filled">
        Add filter
      </Button>
    </form>
  );
}

function labelOf(field: FilterField): string {
  const facts = FILTER_FIELDS[field];
  return "unit" in facts ? `${facts.label} (${facts.unit})` : facts.label;
}

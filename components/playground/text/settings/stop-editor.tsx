"use client";

import { Field } from "#components/ui/forms/field.tsx";
import { Textarea } from "#components/ui/forms/textarea.tsx";

type StopEditorProps = {
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
  problem: string | undefined;
};

/** Texts at which the response ends, one per line. */
export function StopEditor({ values, onChange, problem }: StopEditorProps) {
  return (
    <Field label="Stop sequences" hint="One per line. The response ends before any of them." error={problem}>
      <Textarea
        mono
        rows={1}
        spellCheck={false}
        value={values.join("\n")}
        // Spaces count; only empty lines are dropped.
        onChange={(event) => onChange(event.target.value === "" ? [] : event.target.value.split("\n"))}
        onBlur={() => onChange(values.filter((value) => value !== ""))}
      />
    </Field>
  );
}

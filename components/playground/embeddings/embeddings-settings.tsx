"use client";

import { Field } from "#components/ui/field.tsx";
import { NumberInput } from "#components/ui/number-input.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { dimensionsProblem, type EmbeddingsForm } from "./embeddings-form.ts";

type EmbeddingsSettingsProps = {
  form: EmbeddingsForm;
  setForm: (change: Partial<EmbeddingsForm>) => void;
  takesDimensions: boolean;
};

const ENCODINGS = [
  { value: "float", label: "Numbers" },
  { value: "base64", label: "Base64" },
] as const;

/** How long vectors are to be, and how they travel. */
export function EmbeddingsSettings({ form, setForm, takesDimensions }: EmbeddingsSettingsProps) {
  return (
    <>
      {takesDimensions && (
        <Field label="Dimensions" hint="How many numbers a vector has." error={dimensionsProblem(form)}>
          <NumberInput
            value={form.dimensions}
            onValueChange={(dimensions) => setForm({ dimensions })}
            placeholder="auto"
          />
        </Field>
      )}
      <Field label="Encoding" hint="Base64 is shorter on the wire; the vectors are the same.">
        <Segmented
          size="small"
          options={ENCODINGS}
          value={form.encoding}
          onValueChange={(encoding) => setForm({ encoding })}
        />
      </Field>
    </>
  );
}

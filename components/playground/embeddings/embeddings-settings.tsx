"use client";

import { Field } from "#components/ui/forms/field.tsx";
import { NumberInput } from "#components/ui/forms/number-input.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { supports } from "../parameters.ts";
import { dimensionsProblem, type EmbeddingsForm, INPUT_TYPES } from "./embeddings-form.ts";

type EmbeddingsSettingsProps = {
  form: EmbeddingsForm;
  setForm: (change: Partial<EmbeddingsForm>) => void;
  /** Names of the parameters that the model supports; undefined if the catalogue does not know it. */
  supported: readonly string[] | undefined;
};

const ENCODINGS = [
  { value: "float", label: "Numbers" },
  { value: "base64", label: "Base64" },
] as const;
const PURPOSES = [
  { value: "", label: "auto" },
  ...INPUT_TYPES.map((value) => ({ value: value as string, label: value })),
];

/** The length of vectors, and their encoding. */
export function EmbeddingsSettings({ form, setForm, supported }: EmbeddingsSettingsProps) {
  return (
    <>
      {supports(supported, "dimensions") && (
        <Field label="Dimensions" hint="Numbers per vector" error={dimensionsProblem(form)}>
          <NumberInput
            value={form.dimensions}
            onValueChange={(dimensions) => setForm({ dimensions })}
            placeholder="auto"
          />
        </Field>
      )}
      {supports(supported, "input_type") && (
        <Field label="Input type" hint="What the vectors are for, if the model supports it">
          <Select options={PURPOSES} value={form.inputType} onValueChange={(inputType) => setForm({ inputType })} />
        </Field>
      )}
      <Field label="Encoding" hint="Base64 is smaller to transfer. The vectors are the same.">
        <SegmentedControl
          size="small"
          options={ENCODINGS}
          value={form.encoding}
          onValueChange={(encoding) => setForm({ encoding })}
        />
      </Field>
    </>
  );
}

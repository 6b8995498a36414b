"use client";

import { useQuery } from "@tanstack/react-query";
import { Button } from "#components/ui/display/button.tsx";
import { Combobox } from "#components/ui/forms/combobox.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { query } from "#lib/api/query.ts";
import { listModels } from "#lib/contract/models.ts";

type DefaultModelProps = {
  label: string;
  output: "text" | "image";
  value: string | null;
  onChange: (model: string | null) => void;
  problem: string | undefined;
};

/** The default model of the workspace: one of the catalogue, or none. */
export function DefaultModel({ label, output, value, onChange, problem }: DefaultModelProps) {
  const { data, error } = useQuery(query(listModels, { query: { output_modalities: output, limit: 1000 } }));
  const options = (data?.data ?? []).map(({ id, name }) => ({ value: id, label: id, keywords: [name] }));
  return (
    <Field
      label={label}
      error={problem ?? (error && `The models could not be loaded: ${error.message}`)}
      hint={value === null ? "Requests without a model are rejected." : undefined}
    >
      <div className="flex gap-2">
        <Combobox options={options} value={value ?? undefined} onValueChange={onChange} placeholder="None" />
        {value !== null && <Button onClick={() => onChange(null)}>Clear</Button>}
      </div>
    </Field>
  );
}

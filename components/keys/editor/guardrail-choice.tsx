"use client";

import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { NameList } from "#components/ui/forms/name-list.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import type { ContractForm } from "#components/ui/forms/use-contract-form.ts";
import { query } from "#lib/api/query.ts";
import { queryAll } from "#lib/api/query-all.ts";
import { listGuardrails } from "#lib/contract/guardrails.ts";
import { listModels } from "#lib/contract/models.ts";
import { type KeyDraft, NO_GUARDRAIL, SOME_MODELS } from "./key-draft.ts";

/** The guardrail of a new key, in addition to the workspace's default, or a new one for the models it may use. */
export function GuardrailChoice({ form }: { form: ContractForm<KeyDraft> }) {
  const guardrails = useQuery(queryAll(listGuardrails));
  const chosen = useWatch({ control: form.control, name: "guardrail" });
  const options = (guardrails.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const models = guardrails.data?.data.find(({ id }) => id === chosen)?.allowed_models;
  return (
    <>
      <FormField
        form={form}
        name="guardrail"
        label="Guardrail"
        hint={models ? `Allows ${models.join(", ")}` : "Applies in addition to the workspace's default guardrail"}
        error={guardrails.error && `The guardrails could not be loaded: ${guardrails.error.message}`}
      >
        {({ value, onChange }) => (
          <Select
            options={[
              { value: NO_GUARDRAIL, label: "None" },
              { value: SOME_MODELS, label: "New guardrail: only some models" },
              ...options,
            ]}
            value={value}
            onValueChange={onChange}
          />
        )}
      </FormField>
      {chosen === SOME_MODELS && <Models form={form} />}
    </>
  );
}

function Models({ form }: { form: ContractForm<KeyDraft> }) {
  const { data } = useQuery(query(listModels, { query: { output_modalities: "all", limit: 1000 } }));
  const models = useWatch({ control: form.control, name: "models" });
  return (
    <NameList
      label="Allowed models"
      hint="The key can use only these models"
      noun="model"
      options={(data?.data ?? []).map(({ id, name }) => ({ value: id, label: id, keywords: [name] }))}
      values={models}
      onValuesChange={(names) => form.setValue("models", names, { shouldValidate: true, shouldDirty: true })}
      problem={form.formState.errors.models?.message}
    />
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { useKeySearch } from "#components/shell/commands/use-key-search.ts";
import { useMemberOptions } from "#components/shell/use-member-options.ts";
import { Combobox } from "#components/ui/forms/combobox.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import type { ContractForm } from "#components/ui/forms/use-contract-form.ts";
import { query } from "#lib/api/query.ts";
import { listModels } from "#lib/contract/models.ts";
import type { RateLimitDraft } from "./rate-limit-draft.ts";

const SUBJECTS = [
  { value: "workspace", label: "Workspace" },
  { value: "key", label: "Keys" },
  { value: "member", label: "Members" },
] as const;

type Props = { form: ContractForm<RateLimitDraft> };

/** Whose requests a new rule counts together, and of which model. */
export function SubjectFields({ form }: Props) {
  const subject = useWatch({ control: form.control, name: "subject" });
  return (
    <>
      <FormField form={form} name="subject" label="Applies to">
        {({ value, onChange }) => <SegmentedControl options={SUBJECTS} value={value} onValueChange={onChange} />}
      </FormField>
      <div className="grid gap-4 sm:grid-cols-2">
        {subject === "key" && <KeyField form={form} />}
        {subject === "member" && <MemberField form={form} />}
        <ModelField form={form} />
      </div>
    </>
  );
}

const REPLACES = "Overrides the rules for each key or member";

function KeyField({ form }: Props) {
  const search = useKeySearch();
  return (
    <FormField
      form={form}
      name="key_hash"
      label="Key"
      hint={form.watch("key_hash") === "" ? undefined : REPLACES}
      error={search.error && `The keys could not be loaded: ${search.error.message}`}
    >
      {({ value, onChange }) => (
        <Combobox
          options={[
            { value: "", label: "Each key" },
            ...search.keys.map(({ hash, name, label }) => ({ value: hash, label: name, hint: label })),
          ]}
          known={[{ value, label: `Key ${value.slice(0, 8)}` }]}
          value={value}
          onValueChange={onChange}
          {...search.picker}
        />
      )}
    </FormField>
  );
}

function MemberField({ form }: Props) {
  const { options, error } = useMemberOptions();
  return (
    <FormField
      form={form}
      name="user_id"
      label="Member"
      hint={form.watch("user_id") === "" ? undefined : REPLACES}
      error={error}
    >
      {({ value, onChange }) => (
        <Combobox
          options={[{ value: "", label: "Each member" }, ...options]}
          value={value}
          onValueChange={onChange}
          empty="No members match"
        />
      )}
    </FormField>
  );
}

function ModelField({ form }: Props) {
  const { data, error } = useQuery(query(listModels, { query: { output_modalities: "all", limit: 1000 } }));
  const models = (data?.data ?? []).map(({ id, name }) => ({ value: id, label: id, keywords: [name] }));
  return (
    <FormField
      form={form}
      name="model"
      label="Model"
      error={error && `The models could not be loaded: ${error.message}`}
    >
      {({ value, onChange }) => (
        <Combobox
          options={[{ value: "", label: "All models" }, ...models]}
          value={value}
          onValueChange={onChange}
          empty="No models match"
        />
      )}
    </FormField>
  );
}

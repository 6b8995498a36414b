"use client";

import { useQuery } from "@tanstack/react-query";
import { useKeyNames } from "#components/charts/use-key-names.ts";
import { useKeySearch } from "#components/shell/commands/use-key-search.ts";
import { ComboboxMany } from "#components/ui/forms/combobox.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { query } from "#lib/api/query.ts";
import { listMembers } from "#lib/contract/members.ts";
import { listModels } from "#lib/contract/models.ts";
import { formatCount } from "#lib/format.ts";
import type { CredentialDraft } from "./credential-draft.ts";

/** The most models, members or keys the gateway accepts. */
const MAX_VALUES = 100;

type ScopeFieldsProps = {
  draft: CredentialDraft;
  set: (change: Partial<CredentialDraft>) => void;
  provider: string | undefined;
};

/** The models, members and API keys a provider key applies to; an empty selection means all. */
export function ScopeFields({ draft, set, provider }: ScopeFieldsProps) {
  const models = useQuery(query(listModels, { query: { providers: provider, output_modalities: "all", limit: 1000 } }));
  const members = useQuery(query(listMembers, { query: { limit: 100 } }));
  const { keys, picker } = useKeySearch();
  const nameOfKey = useKeyNames(draft.keyHashes);
  return (
    <div className="flex flex-col gap-4">
      <Scope
        label="Models"
        all="All models"
        values={draft.models}
        onValuesChange={(chosen) => set({ models: chosen })}
        options={(models.data?.data ?? []).map(({ id }) => ({ value: id, label: id }))}
      />
      <Scope
        label="Members"
        all="All members"
        values={draft.userIds}
        onValuesChange={(userIds) => set({ userIds })}
        options={(members.data?.data ?? []).map(({ id, name, email }) => ({
          value: id,
          label: name || email,
          hint: email,
          keywords: [email],
        }))}
      />
      <Scope
        label="API keys"
        all="All API keys"
        values={draft.keyHashes}
        onValuesChange={(keyHashes) => set({ keyHashes })}
        options={keys.map(({ hash, name, label }) => ({ value: hash, label: name, hint: label }))}
        known={draft.keyHashes.map((hash) => ({ value: hash, label: nameOfKey(hash) }))}
        {...picker}
      />
    </div>
  );
}

type ScopeProps = Parameters<typeof ComboboxMany>[0] & { label: string; all: string };

function Scope({ label, all, ...picked }: ScopeProps) {
  const { values } = picked;
  return (
    <Field
      label={label}
      aside={values.length > 0 ? `${formatCount(values.length)} of at most ${MAX_VALUES}` : undefined}
      error={values.length > MAX_VALUES ? `Choose at most ${MAX_VALUES}, or none for all` : undefined}
    >
      <ComboboxMany {...picked} placeholder={all} />
    </Field>
  );
}

"use client";

import { Checkbox } from "#components/ui/forms/checkbox.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import type { CredentialDraft } from "./credential-draft.ts";
import { ScopeFields } from "./scope-fields.tsx";

const RETENTION = [
  { value: "listed", label: "As the provider is listed" },
  { value: "yes", label: "Keeps no prompts (zero data retention)" },
  { value: "no", label: "May keep prompts" },
] as const;

type FieldsProps = { draft: CredentialDraft; onChange: (draft: CredentialDraft) => void };

/** What a provider key is called. */
export function NameField({ draft, onChange, error }: FieldsProps & { error?: string | undefined }) {
  return (
    <Field label="Name" aside="optional" error={error}>
      <Input
        value={draft.name}
        maxLength={255}
        autoComplete="off"
        placeholder="production"
        onChange={(event) => onChange({ ...draft, name: event.target.value })}
      />
    </Field>
  );
}

/** When a provider key is used, and for whom. */
export function CredentialFields({ draft, onChange, provider }: FieldsProps & { provider: string | undefined }) {
  const set = (change: Partial<CredentialDraft>) => onChange({ ...draft, ...change });
  return (
    <>
      <div className="flex flex-col gap-3">
        <Checkbox
          label="Fallback"
          hint="Used only after the other keys for this provider"
          checked={draft.isFallback}
          disabled={draft.isByokOnly}
          onCheckedChange={(isFallback) => set({ isFallback })}
        />
        <Checkbox
          label="Required"
          hint="The models it covers never use the gateway's own key of this provider."
          checked={draft.isRequired}
          onCheckedChange={(isRequired) => set({ isRequired })}
        />
        <Checkbox
          label="Own keys only"
          hint="No model ever uses the gateway's own key of this provider. Not together with fallback."
          checked={draft.isByokOnly}
          disabled={draft.isFallback}
          onCheckedChange={(isByokOnly) => set({ isByokOnly })}
        />
      </div>
      <Field label="The account at the provider" hint="What guardrails with zero data retention go by">
        <Select
          options={RETENTION}
          value={draft.zeroRetention}
          onValueChange={(zeroRetention) => set({ zeroRetention })}
        />
      </Field>
      <ScopeFields draft={draft} set={set} provider={provider} />
    </>
  );
}

"use client";

import { Checkbox } from "#components/ui/forms/checkbox.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import type { CredentialDraft } from "./credential-draft.ts";
import { ScopeFields } from "./scope-fields.tsx";

const RETENTION = [
  { value: "listed", label: "As listed for the provider" },
  { value: "yes", label: "Stores no prompts (zero data retention)" },
  { value: "no", label: "May store prompts" },
] as const;

type FieldsProps = { draft: CredentialDraft; onChange: (draft: CredentialDraft) => void };

/** Fields for when a provider key is used, and for whom. */
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
          hint="Models in its scope never use this provider's system credential."
          checked={draft.isRequired}
          onCheckedChange={(isRequired) => set({ isRequired })}
        />
        <Checkbox
          label="BYOK only"
          hint="No model uses this provider's system credential. Cannot be combined with fallback."
          checked={draft.isByokOnly}
          disabled={draft.isFallback}
          onCheckedChange={(isByokOnly) => set({ isByokOnly })}
        />
      </div>
      <Field label="Data policy of the provider account" hint="Used by guardrails that require zero data retention">
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

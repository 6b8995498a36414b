"use client";

import { Checkbox } from "#components/ui/forms/checkbox.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { NumberInput } from "#components/ui/forms/number-input.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { HIGHEST_IN_POOL } from "#lib/contract/pool-strategies.ts";
import type { CredentialDraft } from "./credential-draft.ts";
import { ScopeFields } from "./scope-fields.tsx";

const RETENTION = [
  { value: "listed", label: "As listed for the provider" },
  { value: "yes", label: "Stores no prompts (zero data retention)" },
  { value: "no", label: "May store prompts" },
] as const;

const RANGE = `Enter a whole number from 1 to ${HIGHEST_IN_POOL}`;

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
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Weight"
          hint="Share of the requests, relative to the provider's other keys. Ignored if keys are used in order."
          error={isOutside(draft.weight) && RANGE}
        >
          <NumberInput value={draft.weight} onValueChange={(weight) => set({ weight })} placeholder="1" />
        </Field>
        <Field
          label="Tier"
          hint="Keys of tier 1 go first. Others are used while all lower tiers are at their limit."
          error={isOutside(draft.tier) && RANGE}
        >
          <NumberInput value={draft.tier} onValueChange={(tier) => set({ tier })} placeholder="1" />
        </Field>
      </div>
      <ScopeFields draft={draft} set={set} provider={provider} />
    </>
  );
}

function isOutside(value: number | null): boolean {
  return value !== null && !(Number.isInteger(value) && value >= 1 && value <= HIGHEST_IN_POOL);
}

"use client";

import { RATE_FIELDS, RATE_UNITS } from "#components/charts/rates/rate-words.ts";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { NumberInput } from "#components/ui/forms/number-input.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import type { ContractForm } from "#components/ui/forms/use-contract-form.ts";
import type { RateLimitDraft } from "./rate-limit-draft.ts";

const PRIORITIES = [
  { value: "", label: "Not set" },
  { value: "high", label: "High" },
  { value: "normal", label: "Normal" },
  { value: "low", label: "Low" },
] as const;

/** The numbers of a rule, how long requests wait for it, and who goes first. */
export function LimitFields({ form }: { form: ContractForm<RateLimitDraft> }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {RATE_FIELDS.map((name) => (
        <FormField key={name} form={form} name={name} label={labelOf(name)} hint={HINTS[name]}>
          {({ onChange, ...field }) => <NumberInput {...field} onValueChange={onChange} placeholder="No limit" />}
        </FormField>
      ))}
      <FormField
        form={form}
        name="max_wait_seconds"
        label="Maximum wait"
        hint="Up to 60 seconds. 0 rejects requests immediately."
      >
        {({ onChange, ...field }) => <NumberInput {...field} onValueChange={onChange} placeholder="0" suffix="s" />}
      </FormField>
      <FormField form={form} name="priority" label="Priority" hint="Which waiting requests go first">
        {({ value, onChange }) => <Select options={PRIORITIES} value={value} onValueChange={onChange} />}
      </FormField>
    </div>
  );
}

const HINTS: { [Name in keyof RateLimitDraft]?: string } = {
  requests_per_day: "Days are in UTC.",
  concurrent_requests: "At the same time",
};

/** "Requests per minute" */
function labelOf(name: (typeof RATE_FIELDS)[number]): string {
  const unit = RATE_UNITS[name];
  return `${unit.charAt(0).toUpperCase()}${unit.slice(1)}`;
}

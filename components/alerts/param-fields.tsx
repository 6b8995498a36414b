"use client";

import { Checkbox } from "#components/ui/forms/checkbox.tsx";
import { FormCheckbox } from "#components/ui/forms/form-checkbox.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { NumberInput } from "#components/ui/forms/number-input.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import type { ContractForm } from "#components/ui/forms/use-contract-form.ts";
import type { AlertKindName } from "#lib/alerts/alert-kinds.ts";
import { WATCHED_LIMIT_NAMES, WATCHED_LIMITS, type WatchedLimitName } from "#lib/alerts/watched-limits.ts";
import { PARAMS, type ParamName, type RuleValues } from "./rule-form.ts";

type FieldsProps = { form: ContractForm<RuleValues> };

/** The parameters of a kind of rule. */
export function ParamFields({ form, kind }: FieldsProps & { kind: AlertKindName }) {
  const names = Object.keys(PARAMS[kind]) as ParamName[];
  const numbers = names.filter((name): name is NumberName => name in NUMBERS);
  return (
    <>
      {names.includes("limits") && <LimitsField form={form} />}
      {names.includes("interval") && <IntervalField form={form} />}
      {names.includes("action") && <ActionField form={form} />}
      {numbers.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          {numbers.map((name) => (
            <NumberField key={name} form={form} name={name} kind={kind} />
          ))}
        </div>
      )}
      {names.includes("tag") && <ScopeFields form={form} />}
      {names.includes("includeByok") && (
        <FormCheckbox form={form} name="includeByok" label="Count spending through your own provider keys" />
      )}
    </>
  );
}

type NumberName = Exclude<ParamName, "interval" | "limits" | "action" | "includeByok" | "tag" | "externalUser">;
type Look = { label: string; hint?: string; prefix?: string; suffix?: string };

const NUMBERS: Record<NumberName, Look> = {
  limitUsd: { label: "Threshold", prefix: "$" },
  percent: { label: "Opens at", hint: "Share of the limit that is spent", suffix: "%" },
  factor: { label: "Times the average", hint: "Average of the same hours in the last four weeks", suffix: "×" },
  hours: { label: "Hours to compare", hint: "1 to 24", suffix: "h" },
  minimumUsd: { label: "At least", hint: "Lower spending never opens an alert", prefix: "$" },
  minimumPercent: { label: "At least", hint: "A lower failure rate never opens an alert", suffix: "%" },
  minimumFailures: { label: "At least this many failures" },
  failedPercent: { label: "Failed attempts", hint: "Share of attempts that opens the alert", suffix: "%" },
  minimumAttempts: { label: "At least this many attempts" },
  minimumFindings: { label: "At least this many findings" },
  days: { label: "Days ahead" },
};

const SESSION_HINT = "Cost of one session's requests in 24 hours";

function NumberField({ form, name, kind }: FieldsProps & { name: NumberName; kind: AlertKindName }) {
  const { label, hint: usualHint, prefix, suffix } = NUMBERS[name];
  const hint = kind === "session_spend" && name === "limitUsd" ? SESSION_HINT : usualHint;
  return (
    <FormField form={form} name={name} label={label} hint={hint}>
      {({ value, onChange }) => (
        <NumberInput
          value={value}
          onValueChange={onChange}
          name={name}
          {...(prefix && { prefix })}
          {...(suffix && { suffix })}
        />
      )}
    </FormField>
  );
}

/** Limits the rule to a part of the workspace's requests. */
function ScopeFields({ form }: FieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField form={form} name="tag" label="Tag" hint="Leave empty for all requests">
        {(field) => <Input {...field} placeholder="team:search" autoComplete="off" spellCheck={false} />}
      </FormField>
      <FormField form={form} name="externalUser" label="End user" hint="Leave empty for all requests">
        {(field) => <Input {...field} maxLength={256} autoComplete="off" spellCheck={false} />}
      </FormField>
    </div>
  );
}

const LIMITS = Object.entries(WATCHED_LIMITS) as [WatchedLimitName, string][];

function LimitsField({ form }: FieldsProps) {
  return (
    <FormField form={form} name="limits" label="Watch" hint="Each budget, cap and limit has its own alerts.">
      {({ value, onChange }) => (
        <div className="grid gap-2 sm:grid-cols-2">
          {LIMITS.map(([name, label]) => (
            <Checkbox
              key={name}
              label={label}
              checked={value.includes(name)}
              onCheckedChange={(checked) =>
                onChange(WATCHED_LIMIT_NAMES.filter((one) => (one === name ? checked : value.includes(one))))
              }
            />
          ))}
        </div>
      )}
    </FormField>
  );
}

const INTERVALS = [
  { value: "daily", label: "Day" },
  { value: "weekly", label: "Week" },
  { value: "monthly", label: "Month" },
] as const;

function IntervalField({ form }: FieldsProps) {
  return (
    <FormField form={form} name="interval" label="Per" hint="In the workspace's time zone. Weeks start on Monday.">
      {({ value, onChange }) => <SegmentedControl options={INTERVALS} value={value} onValueChange={onChange} />}
    </FormField>
  );
}

const ACTIONS = [
  { value: "block", label: "Blocked" },
  { value: "any", label: "All findings" },
] as const;

function ActionField({ form }: FieldsProps) {
  return (
    <FormField form={form} name="action" label="Count">
      {({ value, onChange }) => <SegmentedControl options={ACTIONS} value={value} onValueChange={onChange} />}
    </FormField>
  );
}

"use client";

import { Checkbox } from "#components/ui/forms/checkbox.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { NumberInput } from "#components/ui/forms/number-input.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { Textarea } from "#components/ui/forms/textarea.tsx";
import { RESET_OPTIONS } from "#lib/limits/reset-options.ts";
import { problemAt, useEditor } from "./editor-context.ts";

const NAME_MOST = 200;
const DESCRIPTION_MOST = 1000;
/** Share of the maximum length from which the counter is shown. */
const NEAR = 0.8;

/** Name, description and budget of a guardrail. */
export function GeneralSection() {
  const { draft, set, issues } = useEditor();
  const { name, description } = draft;
  return (
    <div className="flex max-w-180 flex-col gap-4">
      <Field
        label="Name"
        required
        aside={counter(name, NAME_MOST)}
        error={name.trim() === "" ? "Enter a name" : problemAt(issues, "name")}
      >
        <Input
          value={name}
          maxLength={NAME_MOST}
          autoComplete="off"
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <Field
        label="Description"
        aside={counter(description ?? "", DESCRIPTION_MOST)}
        error={problemAt(issues, "description")}
        hint="What the guardrail is for"
      >
        <Textarea
          value={description ?? ""}
          maxLength={DESCRIPTION_MOST}
          onChange={(event) => set({ description: event.target.value })}
        />
      </Field>
      <LimitFields />
    </div>
  );
}

function LimitFields() {
  const { base, draft, set, issues } = useEditor();
  const { limit_usd: limit, reset_interval: reset, include_byok_in_budgets: own } = draft;
  const unlimited = limit === null;
  return (
    <>
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <Field
          label="Spending limit"
          aside="USD"
          error={limit !== null && limit < 0 ? "Enter 0 or more" : problemAt(issues, "limit_usd")}
          hint={unlimited ? "Leave empty for no limit" : limitHint(base.is_default)}
        >
          <NumberInput
            value={limit}
            onValueChange={(next) => set({ limit_usd: next })}
            prefix="$"
            placeholder="No limit"
          />
        </Field>
        <Field label="Resets" hint={!unlimited && reset === null ? "The limit never resets." : undefined}>
          <Select
            options={RESET_OPTIONS}
            value={reset ?? "never"}
            onValueChange={(next) => set({ reset_interval: next === "never" ? null : next })}
            disabled={unlimited}
          />
        </Field>
      </div>
      <Checkbox
        checked={own && !unlimited}
        onCheckedChange={(next) => set({ include_byok_in_budgets: next })}
        disabled={unlimited}
        label="Count BYOK requests"
        hint="Otherwise only spend on system credentials counts toward the limit."
      />
    </>
  );
}

function limitHint(isDefault: boolean): string {
  return isDefault ? "Applies to the whole workspace" : "Applies to each assigned key or member";
}

function counter(text: string, most: number): string | undefined {
  return text.length > most * NEAR ? `${text.length} of ${most}` : undefined;
}

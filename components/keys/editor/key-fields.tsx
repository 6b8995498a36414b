"use client";

import { Checkbox } from "#components/ui/forms/checkbox.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { NumberInput } from "#components/ui/forms/number-input.tsx";
import { Segmented } from "#components/ui/forms/segmented.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import { EXPIRIES, type KeyDraft } from "./key-draft.ts";

const EXPIRY_WORDS = { none: "Never", "7": "7 days", "30": "30 days", "90": "90 days", date: "Date" } as const;
const RESETS = [
  { value: "daily", label: "Every day, 00:00 UTC" },
  { value: "weekly", label: "Every Monday, 00:00 UTC" },
  { value: "monthly", label: "On the 1st, 00:00 UTC" },
  { value: "never", label: "Never" },
] as const;

/** What is wrong, by field of the API; `form` holds what belongs to none. */
export type KeyProblems = Partial<Record<"name" | "limit" | "expires_at" | "form", string>>;

type KeyFieldsProps = {
  draft: KeyDraft;
  onChange: (draft: KeyDraft) => void;
  problems: KeyProblems;
  /** Whether the key can call models, and so needs a spend limit. */
  spends: boolean;
  /** Presets that count from now make no sense for a key that exists. */
  presets?: boolean;
};

/** The fields of a key: name, spend limit, expiry. */
export function KeyFields({ draft, onChange, problems, spends, presets = true }: KeyFieldsProps) {
  const set = (change: Partial<KeyDraft>) => onChange({ ...draft, ...change });
  const expiries = EXPIRIES.filter((expiry) => presets || expiry === "none" || expiry === "date");
  return (
    <>
      <Field label="Name" required error={problems.name} hint="Where it is used, such as production-web">
        <Input
          value={draft.name}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      {spends && <LimitFields draft={draft} set={set} problem={problems.limit} />}
      <Field label="Expires">
        <Segmented
          options={expiries.map((value) => ({ value, label: EXPIRY_WORDS[value] }))}
          value={draft.expiry}
          onValueChange={(expiry) => set({ expiry })}
          className="max-w-full flex-wrap"
        />
      </Field>
      {draft.expiry === "date" && (
        <Field label="Last day" hint="It works until 23:59:59 UTC of this day." error={problems.expires_at}>
          <Input
            type="date"
            value={draft.expiryDate}
            onChange={(event) => set({ expiryDate: event.target.value })}
            className="w-44"
          />
        </Field>
      )}
      {problems.form && (
        <p role="alert" className="text-bad text-sm">
          {problems.form}
        </p>
      )}
    </>
  );
}

type LimitFieldsProps = { draft: KeyDraft; set: (change: Partial<KeyDraft>) => void; problem: string | undefined };

function LimitFields({ draft, set, problem }: LimitFieldsProps) {
  const unlimited = draft.limit === null;
  return (
    <>
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <Field label="Spend limit" aside="USD" error={problem} hint={unlimited ? "Empty: no limit" : undefined}>
          <NumberInput
            value={draft.limit}
            onValueChange={(limit) => set({ limit })}
            prefix="$"
            placeholder="No limit"
          />
        </Field>
        <Field label="Resets" hint={draft.reset === "never" ? "The limit is for the key's whole life." : undefined}>
          <Select options={RESETS} value={draft.reset} onValueChange={(reset) => set({ reset })} disabled={unlimited} />
        </Field>
      </div>
      <Checkbox
        checked={draft.includeByok && !unlimited}
        onCheckedChange={(includeByok) => set({ includeByok })}
        disabled={unlimited}
        label="Count calls through your own provider keys"
        hint="Otherwise only spend through the gateway's provider keys counts toward the limit."
      />
    </>
  );
}

type Issue = { path: PropertyKey[]; message: string };

/** The problems of a draft: those found here first, else those that the gateway found. */
export function problemsOf(draft: KeyDraft, issues: readonly Issue[] | undefined, error: ApiError | null): KeyProblems {
  const own: [string, string][] = (issues ?? []).map((issue) => [String(issue.path[0]), issue.message]);
  const refused: [string, string][] = (error?.issues ?? []).map((issue) => [issue.path, issue.message]);
  const problems: KeyProblems = Object.fromEntries([...refused, ...own.toReversed()]);
  if (issues?.length && draft.name.trim() === "") problems.name = "Give the key a name";
  if (problems.limit && draft.limit !== null && draft.limit < 0) problems.limit = "A limit is 0 or more";
  if (error && refused.length === 0) problems.form = error.message;
  return problems;
}

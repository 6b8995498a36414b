"use client";

import { useQuery } from "@tanstack/react-query";
import { useShell } from "#components/shell/shell-context.tsx";
import { FilterBar } from "#components/ui/forms/filter-bar.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { query } from "#lib/api/query.ts";
import { listMembers } from "#lib/contract/members.ts";
import { type AuditFilters, auditChips, useAuditView } from "./use-audit-view.ts";

/** The records that actions are about: the first part of an action's name. */
const NOUNS = [
  { value: "key", label: "Keys" },
  { value: "credential", label: "Provider keys" },
  { value: "guardrail", label: "Guardrails" },
  { value: "budget", label: "Budgets" },
  { value: "cap", label: "Member caps" },
  { value: "shared_budget", label: "Shared budgets" },
  { value: "rate_limit", label: "Rate limits" },
  { value: "credits", label: "Credits" },
  { value: "price", label: "Price overrides" },
  { value: "price_refresh", label: "Price refreshes" },
  { value: "file", label: "Files" },
  { value: "preset", label: "Presets" },
  { value: "destination", label: "Destinations" },
  { value: "webhook", label: "Webhooks" },
  { value: "workspace", label: "Workspaces" },
  { value: "member", label: "Members" },
  { value: "invitation", label: "Invitations" },
  { value: "organization", label: "Organization" },
  { value: "single_sign_on", label: "Single sign-on" },
  { value: "account", label: "Accounts" },
];
const ANY = "any";

/** Filters the log by actor, action, target and time. */
export function AuditFilterBar() {
  const { view, narrow, clear } = useAuditView();
  const { workspaces } = useShell();
  const members = useMembers();
  const chips = auditChips(view, narrow, useFilterNames());
  const choose = (name: keyof AuditFilters) => (value: string) => narrow({ [name]: value === ANY ? null : value });
  // A value that is not among the options, such as one from a record, is only shown as a chip.
  const optionOrAny = (value: string | null, options: readonly { value: string }[]) =>
    options.some((option) => option.value === value) ? (value ?? ANY) : ANY;
  const people = members.map(({ id, email }) => ({ value: id, label: email }));
  const places = workspaces.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <FilterBar chips={chips} onClear={clear}>
      <Select
        aria-label="Action"
        className="w-44 max-sm:w-full"
        options={[{ value: ANY, label: "Any action" }, ...NOUNS]}
        value={optionOrAny(view.action, NOUNS)}
        onValueChange={choose("action")}
      />
      <Select
        aria-label="Actor"
        className="w-52 max-sm:w-full"
        options={[{ value: ANY, label: "Any actor" }, ...people]}
        value={optionOrAny(view.actor, people)}
        onValueChange={choose("actor")}
      />
      <Select
        aria-label="Workspace"
        className="w-44 max-sm:w-full"
        options={[{ value: ANY, label: "All workspaces" }, ...places]}
        value={optionOrAny(view.workspace, places)}
        onValueChange={choose("workspace")}
      />
      <DayInput label="From (UTC)" value={view.from} onChange={(from) => narrow({ from })} />
      <DayInput label="Until (UTC)" value={view.to} onChange={(to) => narrow({ to })} />
    </FilterBar>
  );
}

type DayInputProps = { label: string; value: string | null; onChange: (day: string | null) => void };

function DayInput({ label, value, onChange }: DayInputProps) {
  return (
    <div className="flex items-center gap-2 text-muted text-xs max-sm:w-full">
      <span aria-hidden className="w-19 shrink-0">
        {label}
      </span>
      <Input
        type="date"
        aria-label={label}
        className="w-36 max-sm:flex-1"
        value={value ?? ""}
        onChange={(event) => onChange(event.target.value || null)}
      />
    </div>
  );
}

function useMembers() {
  return useQuery(query(listMembers, { query: { limit: 100 } })).data?.data ?? [];
}

/** Returns the display name of a filter's value. */
export function useFilterNames(): (name: keyof AuditFilters, value: string) => string {
  const { workspaces } = useShell();
  const members = useMembers();
  return (name, value) => {
    if (name === "actor") return members.find(({ id }) => id === value)?.email ?? `${value.slice(0, 8)}…`;
    if (name === "workspace") return workspaces.find(({ id }) => id === value)?.name ?? value;
    if (name === "action") return NOUNS.find((noun) => noun.value === value)?.label ?? value;
    return value.length > 24 ? `${value.slice(0, 12)}…` : value;
  };
}

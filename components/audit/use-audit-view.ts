"use client";

import type { z } from "zod";
import type { FilterChip } from "#components/ui/forms/filter-bar.tsx";
import { parseAsInteger, parseAsString } from "#components/ui/hooks/query-parsers.ts";
import { useQueryStates } from "#components/ui/hooks/query-state.ts";
import type { AuditRecord, listAudit } from "#lib/contract/audit.ts";

export type AuditEntry = z.output<typeof AuditRecord>;

const filters = {
  actor: parseAsString,
  action: parseAsString,
  target: parseAsString,
  workspace: parseAsString,
  /** Days, YYYY-MM-DD in UTC, both inclusive. */
  from: parseAsString,
  to: parseAsString,
};
const parsers = {
  ...filters,
  peek: parseAsInteger,
  offset: parseAsInteger.withDefault(0),
  limit: parseAsInteger.withDefault(50),
};

export type AuditFilters = { [Name in keyof typeof filters]: string | null };

const NAMES = Object.keys(filters) as (keyof AuditFilters)[];
const NOTHING = Object.fromEntries(NAMES.map((name) => [name, null])) as AuditFilters;
const LABELS: Record<keyof AuditFilters, string> = {
  actor: "Actor",
  action: "Action",
  target: "Target",
  workspace: "Workspace",
  from: "From",
  to: "Until",
};

/** The filters of the audit log and the open record, stored in the address. */
export function useAuditView() {
  const [view, setView] = useQueryStates(parsers, { history: "push", scroll: false });
  const narrow = (change: Partial<AuditFilters>) => void setView({ ...change, offset: 0, peek: null });
  const clear = () => narrow(NOTHING);
  const peek = (id: number | null) => void setView({ peek: id });
  const turn = (page: { offset: number; limit: number }) => void setView({ ...page, peek: null });
  return { view, narrow, clear, peek, turn };
}

type View = AuditFilters & { offset: number; limit: number };

/** Converts the view to an API query. */
export function auditQuery(view: View): z.input<typeof listAudit.query> {
  return {
    offset: view.offset,
    limit: view.limit,
    actor: view.actor ?? undefined,
    action: view.action ?? undefined,
    target_id: view.target ?? undefined,
    workspace_id: view.workspace ?? undefined,
    from: startOf(view.from),
    to: startOf(view.to, 1),
  };
}

/** Returns the active filters as chips that remove them. */
export function auditChips(
  view: AuditFilters,
  narrow: (change: Partial<AuditFilters>) => void,
  nameOf: (name: keyof AuditFilters, value: string) => string,
): FilterChip[] {
  return NAMES.flatMap((name) => {
    const value = view[name];
    if (!value) return [];
    return [{ id: name, name: LABELS[name], value: nameOf(name, value), onRemove: () => narrow({ [name]: null }) }];
  });
}

const DAY_MS = 86_400_000;

/** Returns the start of a day, or of a later one, in UTC; undefined for an invalid day. */
function startOf(day: string | null, laterDays = 0): string | undefined {
  const startMs = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(startMs) ? undefined : new Date(startMs + laterDays * DAY_MS).toISOString();
}

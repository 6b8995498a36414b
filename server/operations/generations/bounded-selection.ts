import type { Principal } from "#server/caller/principal.ts";
import type { LedgerSelection } from "#server/data/generation-filter.ts";
import { HttpError } from "#server/errors.ts";
import { ledgerSelection, type SelectionQuery } from "./ledger-selection.ts";

const DAY_MS = 86_400_000;

/** Returns a selection that always has a time range, by default the 24 hours before its end, which is by default now. */
export function boundedSelection(
  { now }: { now(): number },
  principal: Principal,
  query: SelectionQuery,
): LedgerSelection & { from: Date; to: Date } {
  const to = query.end ? Date.parse(query.end) : now();
  const from = query.start ? Date.parse(query.start) : to - DAY_MS;
  if (from >= to) throw new HttpError(400, "Invalid query: end: must be after the start");
  return { ...ledgerSelection(principal, principal.workspaceId, query), from: new Date(from), to: new Date(to) };
}

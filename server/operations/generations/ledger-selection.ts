import type { z } from "zod";
import type { selection } from "#lib/contract/generation-selection.ts";
import { FILTER_FIELDS, type GenerationFilter } from "#lib/generations/generation-filters.ts";
import { nanoUsdOf } from "#lib/nano-usd.ts";
import { ownerOnly } from "#server/auth/access.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { LedgerFilter, LedgerSelection } from "#server/data/generation-filter.ts";

export type SelectionQuery = { [Name in keyof typeof selection]?: z.output<(typeof selection)[Name]> | undefined };

/** Parameters that stand for an `eq` filter of the same name. */
const EQUALS = [
  ...(["status_class", "model", "provider", "operation", "api_key_hash", "user_id", "external_user"] as const),
  ...(["session_id", "agent", "repository", "request_id", "batch_id", "is_byok", "rejection"] as const),
] as const;

/** Returns which rows of a workspace a query selects, of those that the caller may see. */
export function ledgerSelection(principal: Principal, workspaceId: string, query: SelectionQuery): LedgerSelection {
  const { start, end, filters = [] } = query;
  const equals = EQUALS.flatMap((field): LedgerFilter[] => {
    const value = query[field];
    return value === undefined ? [] : [{ field, operator: "eq", value }];
  });
  const { tag = [] } = query;
  // One tag is a filter like the others; of several, all must match.
  const tags = tag.map((value): LedgerFilter => ({ field: "tag", operator: tag.length > 1 ? "has" : "eq", value }));
  return {
    workspaceId,
    userId: ownerOnly(principal),
    filters: [...equals, ...tags, ...filters.map(ledgerFilter)],
    ...(start && { from: new Date(start) }),
    ...(end && { to: new Date(end) }),
  };
}

function ledgerFilter({ field, operator, value }: GenerationFilter): LedgerFilter {
  if (value === "") return { field: columnOf(field), operator, value: null };
  const isNumber = FILTER_FIELDS[field].type === "number";
  const amount = field === "cost" ? (nanoUsdOf(Number(value)) ?? Number.MAX_SAFE_INTEGER) : Number(value);
  return { field: columnOf(field), operator, value: isNumber ? amount : value };
}

/** The ledger has costs in nano-USD. */
function columnOf(field: GenerationFilter["field"]): LedgerFilter["field"] {
  return field === "cost" ? "cost_nano_usd" : field;
}

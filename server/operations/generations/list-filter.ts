import type { QueryOf } from "#lib/contract/endpoint.ts";
import type { listGenerations } from "#lib/contract/generation-list.ts";
import { ownerOnly } from "#server/auth/access.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { ListFilter, ListQuery } from "#server/data/generation-list.ts";

type Query = Omit<QueryOf<typeof listGenerations>, "cursor" | "limit">;

/** Returns which rows a query selects, of those that the caller may see. */
export function listFilter(principal: Principal, query: Query): Pick<ListQuery, "filter" | "from" | "to"> {
  return {
    filter: filterOf({ ...query, user_id: ownerOnly(principal) ?? query.user_id }),
    ...(query.start && { from: new Date(query.start) }),
    ...(query.end && { to: new Date(query.end) }),
  };
}

function filterOf(query: Query): ListFilter {
  const { provider, operation: name, user_id, external_user, session_id, request_id, model } = query;
  const { status_class, rejection } = query;
  const callers = { user_id, external_user, session_id, request_id };
  const texts = { provider, operation: name, ...callers, model, status_class, rejection };
  const filters = Object.entries({ ...texts, key_hash: query.api_key_hash, is_byok: query.is_byok });
  return Object.fromEntries(filters.filter(([, value]) => value !== undefined));
}

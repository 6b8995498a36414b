import { coversWorkspace } from "#server/auth/key-scopes.ts";
import type { Principal } from "#server/caller/principal.ts";
import { findRateLimit, type RateLimitRow } from "#server/data/rate-limits.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";

/** Returns a rate limit of the caller's organization. Throws 404 for any other. */
export async function requireRateLimit({ database }: Gateway, principal: Principal, id: string): Promise<RateLimitRow> {
  const row = await findRateLimit(database.queries, principal.organizationId, id);
  if (row && coversWorkspace(principal, row.workspaceId)) return row;
  throw unknownRateLimit();
}

export function unknownRateLimit(): HttpError {
  return new HttpError(404, "Rate limit not found");
}

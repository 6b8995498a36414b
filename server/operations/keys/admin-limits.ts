import type { BodyOf } from "#lib/contract/endpoint.ts";
import type { updateKey } from "#lib/contract/keys.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { ApiKeyChanges, ApiKeyRow } from "#server/data/api-keys.ts";
import { HttpError } from "#server/errors.ts";

type AdminMarks = Pick<ApiKeyRow, "pausedByAdmin" | "limitedByAdmin" | "expiryByAdmin">;

/**
 * Adds to the changes who disabled the key and set its limit and expiry. Throws 403 if a caller who is not an
 * administrator would lift what an administrator set; they may only lower that limit or bring that expiry forward.
 */
export function withAdminMarks(principal: Principal, before: ApiKeyRow, changes: ApiKeyChanges): ApiKeyChanges {
  if (principal.management) return { ...changes, ...adminMarks(before, changes) };
  if (changes.allowedTools !== undefined)
    throw new HttpError(403, "Only an administrator can change which tools a key may use");
  if (changes.tags !== undefined) throw new HttpError(403, "Only an administrator can change the tags of a key");
  if (before.pausedByAdmin && changes.disabled === false) refuse("disabled this key", "enable it");
  if (before.limitedByAdmin && loosensLimit(before, changes)) refuse("set this key's limit", "raise or remove it");
  if (before.expiryByAdmin && loosensExpiry(before, changes)) refuse("set this key's expiry", "extend or remove it");
  return changes;
}

/** Returns the administrator marks of a key being created. */
export function marksOfNewKey(
  { management }: Principal,
  { limit, expires_at }: Pick<BodyOf<typeof updateKey>, "limit" | "expires_at">,
): AdminMarks {
  return {
    pausedByAdmin: false,
    limitedByAdmin: management && limit !== null && limit !== undefined,
    expiryByAdmin: management && expires_at !== null && expires_at !== undefined,
  };
}

function adminMarks(before: ApiKeyRow, changes: ApiKeyChanges): AdminMarks {
  const changesLimit = ["limitNanoUsd", "limitReset", "includeByokInLimit"].some((field) => field in changes);
  const limit = changes.limitNanoUsd === undefined ? before.limitNanoUsd : changes.limitNanoUsd;
  return {
    pausedByAdmin: changes.disabled ?? before.pausedByAdmin,
    limitedByAdmin: changesLimit ? limit !== null : before.limitedByAdmin,
    expiryByAdmin: changes.expiresAt === undefined ? before.expiryByAdmin : changes.expiresAt !== null,
  };
}

function loosensLimit(before: ApiKeyRow, changes: ApiKeyChanges): boolean {
  const { limitNanoUsd, limitReset, includeByokInLimit } = changes;
  const resetsDifferently = limitReset !== undefined && limitReset !== before.limitReset;
  const countsLess = includeByokInLimit === false && before.includeByokInLimit;
  const isHigher = limitNanoUsd === null || (limitNanoUsd ?? 0) > (before.limitNanoUsd ?? 0);
  return resetsDifferently || countsLess || (limitNanoUsd !== undefined && isHigher);
}

function loosensExpiry({ expiresAt }: ApiKeyRow, changes: ApiKeyChanges): boolean {
  if (changes.expiresAt === undefined) return false;
  return changes.expiresAt === null || changes.expiresAt.getTime() > (expiresAt?.getTime() ?? 0);
}

function refuse(what: string, remedy: string): never {
  throw new HttpError(403, `An administrator ${what}; only an administrator can ${remedy}`);
}

import type { ScimTokenRecord } from "#lib/contract/scim-tokens.ts";
import { reachOf } from "#lib/roles.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { ScimTokenRow } from "#server/data/scim-tokens.ts";

/** Converts a stored token to its API record. */
export function scimTokenRecord(row: ScimTokenRow): ScimTokenRecord {
  return {
    id: row.id,
    name: row.name,
    label: row.label,
    may_change_owners: row.mayChangeOwners,
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  };
}

/** Returns a token as the target of an audit entry. */
export function scimTokenTarget({ id, name }: ScimTokenRow) {
  return { type: "scim_token", id, name };
}

/** Returns whether a token that a caller creates may change owners: only an owner's may. */
export function mayChangeOwners({ role }: Principal): boolean {
  return reachOf(role ?? "admin", "owners") !== "none";
}

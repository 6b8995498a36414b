import type { Principal } from "#server/caller/principal.ts";
import { findDeletedKeys } from "#server/data/deleted-keys.ts";
import type { Gateway } from "#server/gateway.ts";

export type KeyNames = { find(hash: string): { name: string } | undefined };

/** Returns the names of the keys of some rows. Those of deleted keys are read from the audit log. */
export async function keyNames(
  { database, keys }: Pick<Gateway, "database" | "keys">,
  principal: Pick<Principal, "organizationId" | "workspaceId">,
  rows: readonly { keyHash: string | null }[],
): Promise<KeyNames> {
  const hashes = new Set(rows.flatMap(({ keyHash }) => keyHash ?? []));
  const unknown = [...hashes].filter((hash) => !keys.find(hash));
  if (unknown.length === 0) return keys;
  const deleted = await findDeletedKeys(database.queries, principal, unknown);
  return { find: (hash) => keys.find(hash) ?? deleted.get(hash) };
}

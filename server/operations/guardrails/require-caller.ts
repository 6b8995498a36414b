import { requireKey, requireWorkspace } from "#server/auth/access.ts";
import type { KeyRecord, Principal } from "#server/caller/principal.ts";
import type { Gateway } from "#server/gateway.ts";

/** The hypothetical caller: a key, acting for its creator, or a member without a key. */
export type HypotheticalCaller = { workspaceId: string; userId: string | null; key?: KeyRecord };

type Named = { key_hash?: string | undefined; user_id?: string | undefined; workspace_id?: string | undefined };

/**
 * Returns the caller that an administrator's request names. Throws 404 for a key or workspace that the administrator
 * cannot access.
 */
export async function requireCaller(gateway: Gateway, principal: Principal, named: Named): Promise<HypotheticalCaller> {
  const { key_hash: hash, user_id: userId = null, workspace_id: workspace } = named;
  if (!hash) return { workspaceId: await requireWorkspace(gateway, principal, workspace), userId };
  const key = await requireKey(gateway, principal, hash);
  return { workspaceId: key.workspaceId, userId: key.creatorUserId, key };
}

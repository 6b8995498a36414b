import type { KeyScopes } from "#lib/contract/key-scopes.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import type { Principal } from "#server/caller/principal.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";

type ScopedKey = { kind: string; workspaceId: string };

/**
 * Returns a key's scopes as they are stored, with the ids of workspaces; null if they limit nothing. Throws 400 for
 * scopes of an ordinary key, or that do not include the key's own workspace, and 404 for an unknown workspace.
 */
export async function storedScopes(
  gateway: Gateway,
  principal: Principal,
  key: ScopedKey,
  scopes: KeyScopes | null | undefined,
): Promise<KeyScopes | null> {
  if (!scopes || (scopes.workspaces === null && scopes.resources === null)) return null;
  if (key.kind !== "management") throw new HttpError(400, "Invalid request: scopes: only management keys have scopes");
  const { workspaces, resources } = scopes;
  if (workspaces === null) return { workspaces, resources };
  const ids = await Promise.all(workspaces.map((one) => requireWorkspace(gateway, principal, one)));
  if (!ids.includes(key.workspaceId))
    throw new HttpError(400, "Invalid request: scopes.workspaces: must include the key's own workspace");
  return { workspaces: [...new Set(ids)], resources };
}

/** Throws 403 if the caller is a key with scopes: it could create or change a key with more rights than its own. */
export function rejectScopedCaller({ key }: Principal): void {
  if (key?.scopes) throw new HttpError(403, "A management key with scopes cannot create or change management keys");
}

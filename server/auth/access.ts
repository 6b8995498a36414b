import type { KeyRecord, Principal } from "#server/caller/principal.ts";
import { HttpError } from "#server/errors.ts";
import type { AuthGateway } from "./auth-gateway.ts";
import { coversWorkspace } from "./key-scopes.ts";

/**
 * Returns the workspace a request is about: the one named (UUID or slug), else the caller's. A management caller can
 * access every workspace of its organization, or those in its scopes; a signed-in member the ones they belong to, a key
 * its own. Throws 404 for any other.
 */
export async function requireWorkspace(gateway: AuthGateway, principal: Principal, idOrSlug?: string): Promise<string> {
  if (idOrSlug === undefined) return principal.workspaceId;
  const workspace = await gateway.accounts.workspace(principal.organizationId, idOrSlug);
  if (workspace && canAccessWorkspace(gateway, principal, workspace.id)) return workspace.id;
  throw new HttpError(404, "Workspace not found");
}

function canAccessWorkspace(gateway: AuthGateway, principal: Principal, workspaceId: string): boolean {
  if (!coversWorkspace(principal, workspaceId)) return false;
  if (principal.management || workspaceId === principal.workspaceId) return true;
  return principal.role !== undefined && gateway.accounts.sees(principal.userId, workspaceId);
}

/** Returns the user to whose records a caller is restricted; undefined for callers who can access everybody's. */
export function ownerOnly({ role, userId }: Principal): string | undefined {
  return role === "member" ? (userId ?? undefined) : undefined;
}

/**
 * Finds a key by its hash. A management caller can access every key of its organization or scopes, a key itself, a
 * signed-in member the keys they created. Throws 404 for any other, whether it exists or not.
 */
export async function requireKey(gateway: AuthGateway, principal: Principal, hash: string): Promise<KeyRecord> {
  const key = gateway.keys.find(hash) ?? (await gateway.keys.lookup(hash));
  if (key && key.organizationId === principal.organizationId && canAccessKey(principal, key)) return key;
  throw new HttpError(404, "API key not found");
}

function canAccessKey(principal: Principal, key: KeyRecord): boolean {
  const isItself = principal.key?.hash === key.hash;
  // Otherwise a key could use the rights of another that has more.
  if (principal.key?.scopes && key.kind === "management" && !isItself) return false;
  if (principal.management) return isItself || coversWorkspace(principal, key.workspaceId);
  if (principal.key) return isItself;
  // A management key that a member created as an admin would restore the rights that the new role removed.
  return principal.userId !== null && principal.userId === key.creatorUserId && key.kind === "normal";
}

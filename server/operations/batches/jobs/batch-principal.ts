import { principalOfKey } from "#server/auth/authenticate.ts";
import type { Principal } from "#server/caller/principal.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";

type Batch = { workspaceId: string; keyHash: string | null; creatorUserId: string | null };

/**
 * Returns the caller that a batch belongs to, with its current rights and limits. Throws 401 for a key that can no longer
 * be used, and 403 for a user who has left the workspace.
 */
export async function batchPrincipal(gateway: Gateway, batch: Batch): Promise<Principal> {
  if (batch.keyHash !== null) return principalOfKey(gateway, batch.keyHash);
  const member = batch.creatorUserId && (await gateway.accounts.member(batch.creatorUserId, batch.workspaceId));
  if (member) return member;
  throw new HttpError(403, "The user who created this batch can no longer access the workspace");
}

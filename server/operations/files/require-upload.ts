import type { Principal } from "#server/caller/principal.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";

/** Throws 403 for a caller without a management key if the workspace allows uploads only with one. */
export async function requireUpload(gateway: Gateway, principal: Principal, workspaceId: string): Promise<void> {
  if (principal.management) return;
  const workspace = await gateway.accounts.workspace(principal.organizationId, workspaceId);
  if (workspace?.restricts.uploads) throw new HttpError(403, "Only management keys can perform this operation");
}

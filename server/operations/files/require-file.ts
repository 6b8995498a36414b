import { requireWorkspace } from "#server/auth/access.ts";
import type { Principal } from "#server/caller/principal.ts";
import { type FileRow, findFile } from "#server/data/files.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";

/** Returns a file of the workspace a request is about. Throws 404 for any other, whether it exists or not. */
export async function requireFile(
  gateway: Gateway,
  principal: Principal,
  id: string,
  workspace: string | undefined,
): Promise<FileRow & { workspaceId: string }> {
  const workspaceId = await requireWorkspace(gateway, principal, workspace);
  const row = await findFile(gateway.database.queries, workspaceId, id);
  if (!row) throw new HttpError(404, "File not found");
  return { ...row, workspaceId };
}

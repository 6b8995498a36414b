import { requireWorkspace } from "#server/auth/access.ts";
import type { Principal } from "#server/caller/principal.ts";
import { type BatchRow, findBatch } from "#server/data/batches.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";

/** Returns a batch of the workspace a request is about. Throws 404 for any other, whether it exists or not. */
export async function requireBatch(
  gateway: Gateway,
  principal: Principal,
  id: string,
  workspace?: string,
): Promise<BatchRow> {
  const workspaceId = await requireWorkspace(gateway, principal, workspace);
  const row = await findBatch(gateway.database.queries, workspaceId, id);
  if (!row) throw new HttpError(404, "Batch not found");
  return row;
}

/** Returns a batch created in Anthropic's form. Throws 404 for any other. */
export async function requireMessageBatch(gateway: Gateway, principal: Principal, id: string): Promise<BatchRow> {
  const row = await requireBatch(gateway, principal, id);
  if (row.form !== "anthropic") throw new HttpError(404, "Batch not found");
  return row;
}

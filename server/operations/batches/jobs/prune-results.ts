import { forgetResults, listOldResults } from "#server/data/batches.ts";
import type { Gateway } from "#server/gateway.ts";
import { removeFile } from "../remove-file.ts";

const DAY_MS = 86_400_000;
const AT_ONCE = 500;

/**
 * Removes the results of batches that were created more than `BATCH_RETENTION_DAYS` ago, or that their creator wanted for
 * a shorter time; what a batch was and cost remains.
 */
export async function pruneResults(
  gateway: Pick<Gateway, "database" | "storage" | "environment" | "now">,
): Promise<void> {
  const { queries } = gateway.database;
  const before = new Date(gateway.now() - gateway.environment.BATCH_RETENTION_DAYS * DAY_MS);
  for (const { id, workspaceId, outputFileId, errorFileId } of await listOldResults(queries, before, AT_ONCE)) {
    for (const fileId of [outputFileId, errorFileId]) if (fileId) await removeFile(gateway, workspaceId, fileId);
    await forgetResults(queries, workspaceId, id);
  }
}

import { deleteMessageBatch as endpoint } from "#lib/contract/message-batches.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { requireOwnership } from "#server/auth/ownership.ts";
import { deleteBatchRow } from "#server/data/batches.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { removeFile } from "./remove-file.ts";
import { requireMessageBatch } from "./require-batch.ts";

export const deleteMessageBatch = operation(endpoint)(async (gateway, call) => {
  const row = await requireMessageBatch(gateway, call.principal, call.params.batch_id);
  requireOwnership(call.principal, row, "batch");
  const { id, workspaceId, status, total } = row;
  await gateway.database.queries.transaction(async (queries) => {
    if (!(await deleteBatchRow(queries, workspaceId, id)))
      throw new HttpError(400, "The batch is still in progress; cancel it first");
    await recordChange(queries, call, {
      action: "batch.delete",
      target: { type: "batch", id },
      before: { status, total },
      workspaceId,
    });
  });
  if (row.outputFileId) await removeFile(gateway, workspaceId, row.outputFileId);
  return { id, type: "message_batch_deleted" as const };
});

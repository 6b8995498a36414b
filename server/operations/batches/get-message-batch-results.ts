import { getMessageBatchResults as endpoint } from "#lib/contract/message-batches.ts";
import { hasBatchEnded } from "#lib/jobs/batch-states.ts";
import { findFile } from "#server/data/files.ts";
import { HttpError } from "#server/errors.ts";
import { storedBytes } from "#server/http/bodies/stored-bytes.ts";
import { operation } from "#server/http/operation.ts";
import { requireMessageBatch } from "./require-batch.ts";

export const getMessageBatchResults = operation(endpoint)(async (gateway, call) => {
  const { id, status, workspaceId, outputFileId } = await requireMessageBatch(
    gateway,
    call.principal,
    call.params.batch_id,
  );
  if (!hasBatchEnded(status))
    throw new HttpError(400, "The batch is still in progress; results exist once it has ended");
  const file = outputFileId ? await findFile(gateway.database.queries, workspaceId, outputFileId) : undefined;
  if (!file) throw new HttpError(404, "The results of this batch were deleted");
  return storedBytes(call, {
    id: file.id,
    sizeBytes: file.sizeBytes,
    headers: {
      "content-type": "application/x-jsonl",
      "content-disposition": `attachment; filename="${id}_results.jsonl"`,
    },
    open: (span) => gateway.storage.open(file.id, span),
  });
});

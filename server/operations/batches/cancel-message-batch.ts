import { cancelMessageBatch as endpoint } from "#lib/contract/message-batches.ts";
import { operation } from "#server/http/operation.ts";
import { originOf } from "#server/pipeline/media/video/video-record.ts";
import { cancel } from "./cancel.ts";
import { messageBatchRecord } from "./message-batch-record.ts";
import { requireMessageBatch } from "./require-batch.ts";

export const cancelMessageBatch = operation(endpoint)(async (gateway, call) => {
  const row = await requireMessageBatch(gateway, call.principal, call.params.batch_id);
  return messageBatchRecord(await cancel(gateway, call, row), originOf(gateway, call.request.url));
});

import { getMessageBatch as endpoint } from "#lib/contract/message-batches.ts";
import { operation } from "#server/http/operation.ts";
import { originOf } from "#server/pipeline/media/video/video-record.ts";
import { messageBatchRecord } from "./message-batch-record.ts";
import { requireMessageBatch } from "./require-batch.ts";

export const getMessageBatch = operation(endpoint)(async (gateway, { principal, params, request }) =>
  messageBatchRecord(await requireMessageBatch(gateway, principal, params.batch_id), originOf(gateway, request.url)),
);

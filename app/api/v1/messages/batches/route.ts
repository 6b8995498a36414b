import { handle } from "#server/http/handle.ts";
import { createMessageBatch } from "#server/operations/batches/create-message-batch.ts";
import { listMessageBatches } from "#server/operations/batches/list-message-batches.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(createMessageBatch, listMessageBatches);

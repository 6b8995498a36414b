import { handle } from "#server/http/handle.ts";
import { deleteMessageBatch } from "#server/operations/batches/delete-message-batch.ts";
import { getMessageBatch } from "#server/operations/batches/get-message-batch.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(deleteMessageBatch, getMessageBatch);

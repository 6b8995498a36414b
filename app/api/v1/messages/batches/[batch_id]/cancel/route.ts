import { handle } from "#server/http/handle.ts";
import { cancelMessageBatch } from "#server/operations/batches/cancel-message-batch.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(cancelMessageBatch);

import { handle } from "#server/http/handle.ts";
import { getMessageBatchResults } from "#server/operations/batches/get-message-batch-results.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getMessageBatchResults);

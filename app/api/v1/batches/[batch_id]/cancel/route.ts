import { handle } from "#server/http/handle.ts";
import { cancelBatch } from "#server/operations/batches/cancel-batch.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(cancelBatch);

import { handle } from "#server/http/handle.ts";
import { createBatch } from "#server/operations/batches/create-batch.ts";
import { listBatches } from "#server/operations/batches/list-batches.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(createBatch, listBatches);

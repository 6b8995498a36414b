import { handle } from "#server/http/handle.ts";
import { getBatch } from "#server/operations/batches/get-batch.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getBatch);

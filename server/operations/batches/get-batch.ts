import { getBatch as endpoint } from "#lib/contract/batches.ts";
import { operation } from "#server/http/operation.ts";
import { recordOfBatch } from "./batch-record.ts";
import { requireBatch } from "./require-batch.ts";

export const getBatch = operation(endpoint)(async (gateway, { principal, params, query }) =>
  recordOfBatch(gateway, await requireBatch(gateway, principal, params.batch_id, query.workspace_id)),
);

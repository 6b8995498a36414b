import { getBatch as endpoint } from "#lib/contract/batches.ts";
import { operation } from "#server/http/operation.ts";
import { batchRecord } from "./batch-record.ts";
import { requireBatch } from "./require-batch.ts";

export const getBatch = operation(endpoint)(async (gateway, { principal, params, query }) =>
  batchRecord(gateway, await requireBatch(gateway, principal, params.batch_id, query.workspace_id)),
);

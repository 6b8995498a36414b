import { cancelBatch as endpoint } from "#lib/contract/batches.ts";
import { operation } from "#server/http/operation.ts";
import { recordOfBatch } from "./batch-record.ts";
import { cancel } from "./cancel.ts";
import { requireBatch } from "./require-batch.ts";

export const cancelBatch = operation(endpoint)(async (gateway, call) => {
  const row = await requireBatch(gateway, call.principal, call.params.batch_id, call.query.workspace_id);
  return recordOfBatch(gateway, await cancel(gateway, call, row));
});

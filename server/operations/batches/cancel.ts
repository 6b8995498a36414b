import { hasBatchEnded } from "#lib/jobs/batch-states.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { requireOwnership } from "#server/auth/ownership.ts";
import { type BatchRow, cancelBatchRow, findBatch } from "#server/data/batches.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import type { Call } from "#server/http/operation.ts";

type Canceling = Pick<Call, "principal" | "requestId" | "address" | "managed">;

/**
 * Cancels a batch; one that is already being canceled stays as it is. Throws 403 for someone else's batch, and 409 for
 * one that has ended.
 */
export async function cancel(gateway: Gateway, call: Canceling, row: BatchRow): Promise<BatchRow> {
  const principal = call.principal as NonNullable<typeof call.principal>;
  requireOwnership(principal, row, "batch");
  const { id, workspaceId } = row;
  const cancelled = await gateway.database.queries.transaction(async (queries) => {
    const changed = await cancelBatchRow(queries, workspaceId, id);
    if (!changed) return undefined;
    const change = { target: { type: "batch", id }, before: { status: row.status }, workspaceId };
    await recordChange(queries, { ...call, principal }, { action: "batch.cancel", ...change });
    return changed;
  });
  gateway.batchesDue.wake();
  const current = cancelled ?? (await findBatch(gateway.database.queries, workspaceId, id));
  if (!current) throw new HttpError(404, "Batch not found");
  if (hasBatchEnded(current.status)) throw new HttpError(409, `The batch has already ended: it is ${current.status}`);
  return current;
}

import type { z } from "zod";
import type { BATCH_ENDPOINTS, Batch, BatchError, PROVIDER_BATCH_STATES } from "#lib/contract/batches.ts";
import { type BatchState, hasBatchEnded } from "#lib/jobs/batch-states.ts";
import { usdOf } from "#lib/nano-usd.ts";
import type { BatchRow } from "#server/data/batches.ts";
import { listProviderBatches, type ProviderBatchRow } from "#server/data/provider-batches.ts";
import type { Gateway } from "#server/gateway.ts";
import type { BatchHandle } from "#server/providers/batch.ts";

/** Returns the record of a stored batch in OpenAI's form. */
export async function recordOfBatch(gateway: Gateway, row: BatchRow): Promise<z.output<typeof Batch>> {
  return batchRecord(gateway, row, await listProviderBatches(gateway.database.queries, [row.id]));
}

/** Converts a stored batch and its batches at providers to its record in OpenAI's form. */
export function batchRecord(
  { keys }: Pick<Gateway, "keys">,
  row: BatchRow,
  atProviders: readonly ProviderBatchRow[],
): z.output<typeof Batch> {
  const hasEnded = hasBatchEnded(row.status);
  return {
    id: row.id,
    object: "batch",
    endpoint: row.endpoint as (typeof BATCH_ENDPOINTS)[number],
    errors: row.errors ? { object: "list", data: row.errors as BatchError[] } : null,
    input_file_id: row.inputFileId,
    completion_window: row.completionWindow,
    status: row.status as BatchState,
    // While the results are being written, the files are not complete.
    output_file_id: hasEnded ? row.outputFileId : null,
    error_file_id: hasEnded ? row.errorFileId : null,
    created_at: secondsOf(row.createdAt) as number,
    in_progress_at: secondsOf(row.inProgressAt),
    expires_at: secondsOf(row.expiresAt),
    finalizing_at: secondsOf(row.finalizingAt),
    completed_at: secondsOf(row.completedAt),
    failed_at: secondsOf(row.failedAt),
    expired_at: secondsOf(row.expiredAt),
    cancelling_at: secondsOf(row.cancellingAt),
    cancelled_at: secondsOf(row.cancelledAt),
    request_counts: {
      total: row.total,
      completed: row.succeeded,
      failed: row.errored,
    },
    metadata: row.metadata as Record<string, string> | null,
    cost: usdOf(row.costNanoUsd),
    provider_batches: atProviders.map(providerBatchRecord),
    api_key_hash: row.keyHash,
    api_key_name: (row.keyHash && keys.find(row.keyHash)?.name) ?? null,
  };
}

function providerBatchRecord({ provider, handle, status, requests, finished, error }: ProviderBatchRow) {
  return {
    provider,
    id: (handle as BatchHandle | null)?.batchId ?? null,
    status: STATES[status] ?? "ended",
    requests,
    finished,
    error,
  };
}

const STATES: Record<string, (typeof PROVIDER_BATCH_STATES)[number]> = {
  collecting: "collecting",
  submitting: "submitting",
  submitted: "in_progress",
};

function secondsOf(moment: Date | null): number | null {
  return moment && Math.floor(moment.getTime() / 1000);
}

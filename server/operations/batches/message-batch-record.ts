import type { ResponseOf } from "#lib/contract/endpoint.ts";
import type { getMessageBatch } from "#lib/contract/message-batches.ts";
import { hasBatchEnded } from "#lib/jobs/batch-states.ts";
import type { BatchRow } from "#server/data/batches.ts";

/** Converts a stored batch to its record in Anthropic's form. `origin`: the gateway's address, for its results. */
export function messageBatchRecord(row: BatchRow, origin: string): ResponseOf<typeof getMessageBatch> {
  const { succeeded, errored, canceled, expired, total } = row;
  const hasEnded = hasBatchEnded(row.status);
  return {
    id: row.id,
    type: "message_batch",
    processing_status: hasEnded ? "ended" : row.cancellingAt ? "canceling" : "in_progress",
    request_counts: {
      processing: total - succeeded - errored - canceled - expired,
      succeeded,
      errored,
      canceled,
      expired,
    },
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    ended_at: hasEnded ? endOf(row) : null,
    cancel_initiated_at: row.cancellingAt?.toISOString() ?? null,
    archived_at: row.archivedAt?.toISOString() ?? null,
    results_url: hasEnded && row.outputFileId ? `${origin}/api/v1/messages/batches/${row.id}/results` : null,
  };
}

function endOf({ completedAt, failedAt, expiredAt, cancelledAt }: BatchRow): string | null {
  return (completedAt ?? failedAt ?? cancelledAt ?? expiredAt)?.toISOString() ?? null;
}

import { usdOf } from "#lib/nano-usd.ts";
import type { CreditAdjustment } from "#server/data/credits.ts";

/** Converts a stored adjustment to its API record. */
export function adjustmentRecord(row: CreditAdjustment) {
  return {
    id: row.id,
    kind: row.kind as "opening" | "grant" | "correction",
    amount: usdOf(row.amountNanoUsd),
    reason: row.reason,
    author_user_id: row.authorUserId,
    author_key_hash: row.authorKeyHash,
    created_at: row.createdAt.toISOString(),
  };
}

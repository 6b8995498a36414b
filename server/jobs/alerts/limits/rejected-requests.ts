import type { LimitPeriod } from "#lib/limit-period.ts";
import { type RejectedBySpending, readRejectedBySpending } from "#server/data/limit-readings.ts";
import { isRejectionBy } from "#server/ledger/limits/rejections.ts";
import { type AlertPlace, HOUR_MS } from "../kinds/kind.ts";
import type { WatchedLimit } from "./watched-limit.ts";

/** Returns a function that returns how many requests a limit has rejected in the last hour of its current period. */
export async function readRejectedRequests(
  { gateway, workspaceId }: AlertPlace,
  nowMs: number,
): Promise<(watched: WatchedLimit, period: LimitPeriod | undefined) => number> {
  const range = { workspaceId, from: nowMs - HOUR_MS, to: nowMs + HOUR_MS };
  const rows = await readRejectedBySpending(gateway.database.pool, range);
  return (watched, period) =>
    rows
      // Periods start at quarters of an hour.
      .filter((row) => row.atMs >= (period?.startMs ?? 0) && isBy(watched, row))
      .reduce((sum, { requests }) => sum + requests, 0);
}

function isBy({ kind, id, limit }: WatchedLimit, { error, keyHash, userId }: RejectedBySpending): boolean {
  if (kind === "member" && userId !== id) return false;
  if (kind === "key" && keyHash !== id) return false;
  return isRejectionBy(limit, error);
}

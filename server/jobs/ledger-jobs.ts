import { compact } from "#server/data/compact.ts";
import type { Database } from "#server/data/database.ts";
import { mergeSpend } from "#server/data/merge-spend.ts";
import { dropOldContents, dropOldGenerations } from "#server/data/retention.ts";
import { pruneMinutes } from "#server/data/rollups.ts";
import type { Environment } from "#server/env.ts";
import { contentDays } from "#server/ledger/contents.ts";
import type { Rollups } from "#server/ledger/rollups.ts";
import type { Log } from "#server/log.ts";
import { followReplica } from "./follow-replica.ts";
import { type Job, runEvery } from "./run-every.ts";

const DAY_MS = 86_400_000;

type Parts = { database: Database; rollups: Rollups; environment: Environment; log: Log; now: () => number };

/**
 * Starts the jobs that update the ledger's sums, drop its old rows and follow its read replica. Returns the functions
 * that stop them.
 */
export function startLedgerJobs({ database, rollups, environment, log, now }: Parts): Job[] {
  const days = environment.GENERATION_RETENTION_DAYS;
  const drop = async () => {
    const dropped = await dropOldGenerations(database, now() - (days ?? 0) * DAY_MS);
    if (dropped.length > 0) log.info({ dropped }, "dropped old months of the ledger");
  };
  const dropContents = async () => {
    const dropped = await dropOldContents(database.pool, now() - contentDays(environment) * DAY_MS);
    if (dropped.length > 0) log.info({ dropped }, "dropped old days of stored contents");
  };
  const { replica } = database;
  return [
    // Readers of the sums also bring them up to date; this bounds how much work is left to them.
    runEvery(60_000, "roll up the ledger", rollups.catchUp, log),
    runEvery(DAY_MS / 24, "delete old per-minute totals", () => pruneMinutes(database.pool, now()), log),
    runEvery(DAY_MS / 24, "merge old spend into daily totals", () => mergeSpend(database.pool, now()), log),
    runEvery(DAY_MS / 4, "delete old ledger months", drop, log, days !== undefined),
    runEvery(DAY_MS / 24, "delete old stored content", dropContents, log),
    // PostgreSQL does this on its own.
    runEvery(DAY_MS / 24, "reclaim space from changed rows", () => compact(database.pool), log, database.embedded),
    ...(replica ? [followReplica({ replica, database, environment, log })] : []),
  ];
}

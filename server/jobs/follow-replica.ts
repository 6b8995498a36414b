import type { Database } from "#server/data/database.ts";
import { markTime, type Replica } from "#server/data/replica.ts";
import type { Environment } from "#server/env.ts";
import type { Log } from "#server/log.ts";
import { type Job, runEvery } from "./run-every.ts";

type Parts = {
  replica: Replica;
  database: Pick<Database, "pool">;
  environment: Pick<Environment, "DATABASE_READ_MAX_LAG_SECONDS">;
  log: Log;
};

const MARK_EVERY_MS = 2_000;

/**
 * Uses the read replica while it responds and is recent enough. Returns the job that writes the times from which its
 * delay is measured.
 */
export function followReplica({ replica, database, environment, log }: Parts): Job {
  const marking = runEvery(MARK_EVERY_MS, "write the time for the read replica", () => markTime(database.pool), log);
  replica.follow({
    maxLagMs: environment.DATABASE_READ_MAX_LAG_SECONDS * 1_000,
    onAway: (error) =>
      log.error({ error }, "the read replica is unavailable; reports and lists are read from the primary"),
    onBack: () => log.warn({}, "the read replica is back"),
  });
  return marking;
}

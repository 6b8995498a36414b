import { join } from "node:path";
import type { Database } from "#server/data/database.ts";
import { listSnapshots, rotateSnapshots, takeSnapshot } from "#server/data/embedded/snapshots.ts";
import type { Environment } from "#server/env.ts";
import { bytesOfKeptJournals, dropKeptJournals } from "#server/ledger/journal/kept-journals.ts";
import type { Log } from "#server/log.ts";
import { type Job, runEvery } from "./run-every.ts";

const MINUTE_MS = 60_000;
/** Total size of the journals kept for the snapshots. Beyond it, the next snapshot is taken early. */
const MAX_KEPT_BYTES = 256 * 1024 * 1024;

type Parts = { database: Database; environment: Environment; log: Log; now: () => number };

/** Returns whether this process takes snapshots of its database. */
export function takesSnapshots(database: Database, environment: Environment): boolean {
  return database.embedded && environment.SNAPSHOT_INTERVAL_MINUTES > 0;
}

/** Starts the job that takes snapshots of the embedded database, the first one a minute after the start. */
export function startSnapshotJob({ database, environment, log, now }: Parts): Job {
  const { DATA_DIR: folder, SNAPSHOT_INTERVAL_MINUTES: minutes, SNAPSHOTS_KEPT: count } = environment;
  const journal = join(folder, "journal");
  const startedMs = now();
  const snapshot = async () => {
    const last = listSnapshots(folder)[0]?.at ?? 0;
    if (now() - startedMs < MINUTE_MS) return;
    if (now() - last < minutes * MINUTE_MS && bytesOfKeptJournals(journal) < MAX_KEPT_BYTES) return;
    const { bytes, at } = await takeSnapshot(database.pool, folder, now());
    const oldestMs = rotateSnapshots(folder, count);
    if (oldestMs !== undefined) dropKeptJournals(journal, oldestMs);
    log.info({ bytes, tookMs: now() - at }, "took a snapshot of the database");
  };
  return runEvery(MINUTE_MS, "take snapshots of the database", snapshot, log, takesSnapshots(database, environment));
}

/**
 * Logs that the database was restored from a snapshot: the operator must know that later changes of settings are lost.
 */
export function reportRestored({ restored }: Database, log: Log): void {
  if (!restored) return;
  const { at, ...facts } = restored;
  log.error(
    { ...facts, snapshotTakenAt: new Date(at).toISOString() },
    "the embedded database was damaged and is restored from a snapshot; keys and settings are as they were then, and " +
      "keys that were revoked since then work again",
  );
}

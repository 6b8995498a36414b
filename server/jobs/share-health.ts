import type { Health } from "#server/catalogue/health.ts";
import type { Database } from "#server/data/database.ts";
import { addEndpointCounts, dropOldEndpointCounts, readEndpointCounts } from "#server/data/endpoint-counts.ts";
import type { Log } from "#server/log.ts";
import { runEvery } from "./run-every.ts";

const SHARE_MS = 10_000;
const DROP_MS = 600_000;
const DAY_SECONDS = 86_400;
/** How long a changed row is read again: the transaction that changed it may end after one that began later. */
const OVERLAP_SECONDS = 30;

type Parts = { health: Health; database: Database; log: Log };

/**
 * Shares the statistics of model endpoints between all processes, through the database, so that they also survive a
 * restart. Returns functions that stop it; the first of them shares what is left.
 */
export function shareHealth({ health, database: { pool }, log }: Parts): (() => Promise<void>)[] {
  let readMs: number | undefined;
  const add = async () => {
    const changes = health.takeChanges();
    try {
      await addEndpointCounts(pool, changes);
    } catch (error) {
      health.restoreChanges(changes);
      throw error;
    }
  };
  const share = async () => {
    await add();
    const startedMs = performance.now();
    const seconds = readMs === undefined ? DAY_SECONDS : (startedMs - readMs) / 1000 + OVERLAP_SECONDS;
    health.adopt(await readEndpointCounts(pool, seconds));
    readMs = startedMs;
  };
  const sharing = runEvery(SHARE_MS, "share endpoint statistics", share, log);
  const dropping = runEvery(DROP_MS, "delete old endpoint statistics", () => dropOldEndpointCounts(pool), log);
  const stop = Object.assign(() => sharing().then(add), { state: sharing.state });
  return [stop, dropping];
}

import { CHANNEL, type Topic } from "#server/data/changes.ts";
import type { Database } from "#server/data/database.ts";
import { watchDatabase } from "#server/data/database-watch.ts";
import { isSilent } from "#server/data/is-silent.ts";
import { migrateServer } from "#server/data/migrate-server.ts";
import type { Log } from "#server/log.ts";
import { type Job, logFailure, runEvery } from "./run-every.ts";

type Directory = { refresh(): Promise<unknown> };

export type FollowParts = {
  url: string;
  directUrl?: string;
  database: Pick<Database, "gate" | "moveTo">;
  /** Directories in memory that are read again, all together, after any change that `alone` does not cover. */
  directories: readonly Directory[];
  alone: Partial<Record<Topic, Directory>>;
  leases: { releaseIdle(idleMs: number): Promise<void> };
  /** Prepares a database that did not respond when this process started, once its tables are migrated. */
  prepare?(): Promise<void>;
  /** Saves the state from which the process would start if the database did not respond. */
  saveState(): Promise<void>;
  /** Called when the database responds again, with the length of the outage. */
  onUp(downMs: number): Promise<void>;
  log: Log;
};

const REFRESH_MS = 30_000;
const SAVE_MS = 1_000;

/**
 * Keeps this process's memory in step with PostgreSQL: reads again what other processes announce, everything at an
 * interval, which catches a missed announcement, and everything at once after an outage. Returns the functions that
 * stop it.
 */
export async function followDatabase(parts: FollowParts): Promise<(Job | (() => Promise<void>))[]> {
  const { url, directUrl, database, log, leases } = parts;
  let prepare = parts.prepare;
  const refresh = async () => void (await Promise.all(parts.directories.map((directory) => directory.refresh())));
  const refreshAll = async () => {
    await refresh();
    await Promise.all(Object.values(parts.alone).map((directory) => directory.refresh()));
  };
  const reread = async (topic: Topic) => {
    const alone = parts.alone[topic];
    if (alone) return void (await alone.refresh());
    // A limit may have changed, or another process may need the budget, so return the idle part.
    await leases.releaseIdle(0);
    if (topic !== "leases") await refresh();
  };
  let saving: NodeJS.Timeout | undefined;
  // Changes in quick succession share one save.
  const saveSoon = () => {
    if (saving) return;
    saving = setTimeout(() => {
      saving = undefined;
      quietly(parts.saveState());
    }, SAVE_MS).unref();
  };
  const catchUp = async (downMs: number) => {
    await prepare?.();
    prepare = undefined;
    await Promise.all([parts.onUp(downMs), refreshAll()]);
    await parts.saveState();
  };
  let isReported = false;
  // Catching up is retried several times a second, so only the first failure is logged.
  const reportOnce = (error: unknown) => {
    if (!isReported && !isSilent(error)) log.error({ error }, "the database responds, but could not be migrated");
    isReported ||= !isSilent(error);
    throw error;
  };
  const quietly = (work: Promise<unknown>) => void work.catch((error) => log.debug({ error }, "read again later"));
  const close = await watchDatabase({
    url,
    ...(directUrl && { directUrl }),
    gate: database.gate,
    moveTo: database.moveTo,
    channel: CHANNEL,
    onMessage(topic) {
      quietly(reread(topic as Topic));
      // The change may be the revocation of a key.
      if (topic !== "leases" && topic !== "batches") saveSoon();
    },
    onDown: (error) => log.error({ error }, "the database is not responding; model requests continue from memory"),
    onReturn: async () => {
      if (prepare) await migrateServer(directUrl ?? url).catch(reportOnce);
    },
    onUp(downMs) {
      log.warn({ seconds: Math.round(downMs / 1000) }, "the database responds again");
      void catchUp(downMs).catch((error) => logFailure(log, "catch up after an outage", error));
    },
  });
  return [
    runEvery(REFRESH_MS, "read keys, workspaces and prices again", refreshAll, log),
    runEvery(2 * REFRESH_MS, "save the last known state", parts.saveState, log),
    close,
  ];
}

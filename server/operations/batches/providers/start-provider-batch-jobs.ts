import {
  claimProviderBatch,
  closeProviderBatches,
  keepProviderBatch,
  nextProviderBatchWork,
  releaseProviderBatches,
} from "#server/data/provider-batches.ts";
import type { Gateway } from "#server/gateway.ts";
import { runEvery } from "#server/jobs/run-every.ts";
import { runWhenDue } from "#server/jobs/run-when-due.ts";
import type { Wakeup } from "#server/jobs/wakeup.ts";
import type { ByteVault } from "#server/security/byte-vault.ts";
import { runProviderBatch } from "./run-provider-batch.ts";

/** Well below the time after which a silent process counts as dead. */
const KEEP_MS = 10_000;
/** Longest time between two searches for work. */
const SEARCH_MS = 15_000;
/** Batches at providers that a process works on at once: it sends or reads a file of each. */
const MOST_AT_ONCE = 3;

/**
 * Starts the jobs that send requests of batches to providers as batches of their own, follow these, and read their
 * results.
 */
export async function startProviderBatchJobs(gateway: Gateway, vault: ByteVault, wakeup: Wakeup): Promise<void> {
  const { database, processId, log, batchesDue } = gateway;
  const { queries, pool } = database;
  if (database.embedded) await releaseProviderBatches(queries);
  const running = new Map<string, Promise<void>>();
  const stopping = new AbortController();

  async function search(): Promise<number | undefined> {
    if (stopping.signal.aborted) return undefined;
    await closeProviderBatches(pool);
    while (running.size < MOST_AT_ONCE && !stopping.signal.aborted) {
      const claimed = await claimProviderBatch(database, processId);
      if (!claimed) break;
      const { id } = claimed.at;
      const work = runProviderBatch(gateway, vault, claimed, stopping.signal)
        // The hold ends by itself, so that a failure is not repeated at once.
        .catch((error: unknown) => log.error({ error, providerBatch: id }, "work on a provider's batch failed"))
        .finally(() => {
          running.delete(id);
          batchesDue.wake();
        });
      running.set(id, work);
    }
    // The first one to end wakes the job.
    if (running.size >= MOST_AT_ONCE) return undefined;
    return nextProviderBatchWork(pool, processId);
  }

  const keep = async () => {
    for (const id of running.keys()) await keepProviderBatch(queries, id, processId);
  };
  gateway.addJob(runEvery(KEEP_MS, "renew provider batch leases", keep, log));
  const due = { name: "run provider batches", wakeup, log, maxSleepMs: SEARCH_MS };
  const searching = runWhenDue(search, due);
  const stop = async () => {
    stopping.abort();
    await searching();
    await Promise.all(running.values());
  };
  gateway.addJob(Object.assign(stop, { state: searching.state }));
}

import {
  type ClaimedLine,
  claimBatchLines,
  endInterruptedLines,
  keepBatchLines,
  releaseBatches,
  releaseBatchLine,
} from "#server/data/batch-lines.ts";
import { claimBatch, keepBatch, nextBatchWork } from "#server/data/batches.ts";
import type { Gateway } from "#server/gateway.ts";
import { runEvery } from "#server/jobs/run-every.ts";
import { runWhenDue } from "#server/jobs/run-when-due.ts";
import { createWakeup } from "#server/jobs/wakeup.ts";
import { openBatchVault } from "#server/security/byte-vault.ts";
import { Stopper } from "#server/stop-signal.ts";
import { startProviderBatchJobs } from "../providers/start-provider-batch-jobs.ts";
import { createPace } from "./pace.ts";
import { pruneResults } from "./prune-results.ts";
import { runLine } from "./run-line.ts";
import { runStage } from "./run-stage.ts";
import { MAX_STARTS } from "./settle-line.ts";

/** Well below the time after which a silent process counts as dead. */
const KEEP_MS = 10_000;
const PRUNE_MS = 600_000;
/** Longest time between two searches for work. */
const SEARCH_MS = 15_000;
/** Batches at providers are looked through once for all the requests that ended meanwhile. */
const TOGETHER_MS = 200;
/** Requests taken at once, so that batches take turns often. */
const MOST_CLAIMED = 2;
/** How long requests in progress may take when the process ends; then they are stopped, and run again later. */
const STOPPING_MS = 5_000;

const INTERRUPTED = `The gateway's process ended ${MAX_STARTS} times while this request was in progress`;

/**
 * Starts the jobs that run batches: one process at a time reads a batch's input and writes its results; in between, all
 * processes take its requests.
 */
export async function startBatchJobs(gateway: Gateway): Promise<void> {
  const { database, processId, log, batchesDue } = gateway;
  const { queries, pool } = database;
  const vault = openBatchVault(gateway.environment);
  if (database.embedded) await releaseBatches(queries);
  const [linesDue, providersDue] = [createWakeup(), createWakeup()];
  let isWaking = false;
  batchesDue.listen(() => {
    linesDue.wake();
    if (isWaking) return;
    isWaking = true;
    const wake = () => {
      isWaking = false;
      providersDue.wake();
    };
    setTimeout(wake, TOGETHER_MS).unref();
  });
  await startProviderBatchJobs(gateway, vault, providersDue);
  const running = new Map<Promise<void>, { line: ClaimedLine; stopper: Stopper; hasReserved: boolean }>();
  const pace = createPace(gateway.environment.BATCH_CONCURRENCY);
  let stage: { batchId: string; work: Promise<void> } | undefined;
  let isStopping = false;

  const keep = async () => {
    if (stage) await keepBatch(queries, { id: stage.batchId, processId });
    const lines = [...running.values()].map(({ line }) => line);
    if (lines.length > 0) await keepBatchLines(pool, processId, lines);
  };

  async function startStage(): Promise<void> {
    if (stage || isStopping) return;
    const batch = await claimBatch(database, processId);
    if (!batch) return;
    const work = runStage(gateway, vault, batch)
      // The hold ends by itself, so that a failure is not repeated at once.
      .catch((error: unknown) => log.error({ error, batch: batch.id }, "work on a batch failed"))
      .finally(() => {
        stage = undefined;
        batchesDue.wake();
      });
    stage = { batchId: batch.id, work };
  }

  function start(line: ClaimedLine): void {
    const entry = { line, stopper: new Stopper(), hasReserved: false };
    const run = {
      vault,
      departure: entry.stopper,
      reserved() {
        entry.hasReserved = true;
      },
      hasReservedOther: () =>
        [...running.values()].some((one) => one !== entry && one.hasReserved && one.line.batchId === line.batchId),
    };
    const work = runLine(gateway, line, run)
      .catch(async (error: unknown) => {
        log.error({ error, batch: line.batchId, line: line.line }, "a request of a batch failed");
        const pause = { pauseMs: KEEP_MS, countsStart: true, isRateLimit: false, costNanoUsd: 0 };
        await releaseBatchLine(pool, { ...line, processId }, pause).catch(() => undefined);
      })
      .finally(() => {
        running.delete(work);
        batchesDue.wake();
      });
    running.set(work, entry);
  }

  async function search(): Promise<number | undefined> {
    if (isStopping) return undefined;
    await endInterruptedLines(pool, MAX_STARTS, INTERRUPTED);
    await startStage();
    while (!isStopping && running.size < pace.most()) {
      const lines = await claimBatchLines(pool, processId, Math.min(MOST_CLAIMED, pace.most() - running.size));
      if (lines.length === 0) break;
      for (const line of lines) start(line);
    }
    // The first request to end wakes the job.
    if (running.size >= pace.most()) return undefined;
    return nextBatchWork(pool, processId);
  }

  gateway.addJob(runEvery(PRUNE_MS, "remove old results of batches", () => pruneResults(gateway), log));
  gateway.addJob(runEvery(KEEP_MS, "renew batch leases", keep, log));
  const searching = runWhenDue(search, { name: "run batches", wakeup: linesDue, log, maxSleepMs: SEARCH_MS });
  const stop = async () => {
    isStopping = true;
    await searching();
    const timer = setTimeout(() => {
      for (const { stopper } of running.values()) stopper.abort();
    }, STOPPING_MS);
    await Promise.all([...running.keys(), stage?.work]);
    clearTimeout(timer);
  };
  gateway.addJob(Object.assign(stop, { state: searching.state }));
}

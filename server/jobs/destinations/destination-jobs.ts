import { dropOldEvents } from "#server/data/destination-events.ts";
import {
  claimDestinations,
  hasDestinations,
  keepDestination,
  releaseDestination,
} from "#server/data/destination-states.ts";
import { type Job, logFailure, runEvery } from "../run-every.ts";
import { runWhenDue } from "../run-when-due.ts";
import { createWakeup } from "../wakeup.ts";
import { deliverBatch, MAX_EVENTS } from "./deliver-batch.ts";
import type { DestinationGateway } from "./destination-gateway.ts";

/** Number of destinations that one process delivers to at once. */
const AT_ONCE = 8;
const HOUR_MS = 3_600_000;
/** How long dead letters, and requests that wait for a disabled destination, are kept. */
const RETENTION_MS = 30 * 24 * HOUR_MS;
const NAME = "deliver to destinations";

/**
 * Starts the delivery to destinations. A lease in the database gives each destination to one process at a time. Returns
 * functions that stop it.
 */
export function startDestinationJobs(gateway: DestinationGateway): (Job | (() => Promise<void>))[] {
  const { database, environment, log, now, processId } = gateway;
  const { DESTINATION_BATCH_SECONDS: seconds, DESTINATION_S3_BATCH_SECONDS: s3Seconds } = environment;
  const running = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  const wakeup = createWakeup();
  const deliver = async (id: string) => {
    try {
      await deliverWaiting(gateway, id, stopping.signal);
    } catch (error) {
      logFailure(log, NAME, error);
    } finally {
      await releaseDestination(database.queries, processId, id).catch(() => undefined);
    }
  };
  const search = async () => {
    const room = AT_ONCE - running.size;
    if (room <= 0 || stopping.signal.aborted || !(await hasDestinations(database.pool))) return undefined;
    // Moves finished requests from the ledger to the queue.
    await gateway.rollups.catchUp();
    await gateway.contents.flush();
    const options = { processId, seconds, s3Seconds, most: MAX_EVENTS, limit: room };
    for (const id of await claimDestinations(database.pool, options)) {
      running.set(
        id,
        deliver(id).finally(() => running.delete(id)),
      );
    }
    return undefined;
  };
  return [
    runWhenDue(search, { name: NAME, wakeup, log, maxSleepMs: seconds * 1000 }),
    runEvery(HOUR_MS, "delete old dead letters", () => dropOld(gateway, now() - RETENTION_MS), log),
    async () => {
      stopping.abort();
      await Promise.all(running.values());
    },
  ];
}

/** Sends batches until few requests wait, an attempt fails or the process ends. */
async function deliverWaiting(gateway: DestinationGateway, id: string, signal: AbortSignal): Promise<void> {
  for (let continues = true; continues && !signal.aborted; ) {
    const destination = await keepDestination(gateway.database.queries, gateway.processId, id);
    continues = destination !== undefined && (await deliverBatch(gateway, destination, signal));
  }
}

async function dropOld({ database, log }: DestinationGateway, beforeMs: number): Promise<void> {
  const dropped = await dropOldEvents(database.pool, new Date(beforeMs));
  if (dropped > 0) log.info({ dropped }, "dropped old dead letters of destinations");
}

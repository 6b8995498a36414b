import { deadLetterEvents, deleteEvents } from "#server/data/destination-events.ts";
import { type HeldDestination, noteFailure, planBatch, recordDelivery } from "#server/data/destination-states.ts";
import type { DestinationGateway } from "./destination-gateway.ts";
import { type Outcome, pauseMsAfter } from "./outcome.ts";
import { type ReadBatch, readBatch } from "./read-batch.ts";
import { sendBatch } from "./send-batch.ts";

/** Largest number of requests in a batch. */
export const MAX_EVENTS = 500;
const HOUR_MS = 3_600_000;

/**
 * Sends the oldest requests that wait for a destination. They leave the queue only after the destination has accepted
 * them, so a process that ends in between sends them again: the same ones, because a batch is planned before its first
 * attempt. Returns whether to continue at once.
 */
export async function deliverBatch(
  gateway: DestinationGateway,
  { row, state }: HeldDestination,
  signal: AbortSignal,
): Promise<boolean> {
  const { queries } = gateway.database;
  const max = Math.min(MAX_EVENTS, state.batchMost ?? MAX_EVENTS);
  const batch = await readBatch(gateway, row, { max, ids: state.plannedIds });
  const { ids, events } = batch;
  if (ids.length === 0) return endPlan(gateway, { row, state });
  if (!state.plannedIds) await planBatch(queries, row.id, ids);
  const batchId = `${row.id}-${ids[0]}-${ids.at(-1)}`;
  const outcome = events.length === 0 ? NOTHING_TO_SEND : await sendBatch(gateway, row, { batchId, events }, signal);
  // A process that ends does not know how the attempt went.
  if (outcome.error !== null && signal.aborted) return false;
  if (outcome.error !== null) return recordFailure(gateway, { row, state }, batch, outcome);
  const left = (state.plannedIds ?? ids).filter((id) => !ids.includes(id));
  await queries.transaction(async (transaction) => {
    await deleteEvents(transaction, row.id, ids);
    await planBatch(transaction, row.id, left.length > 0 ? left : null);
    await recordDelivery(transaction, row.id, events.length, MAX_EVENTS);
  });
  return batch.isFull || left.length > 0;
}

/** Ends a plan whose requests are all settled, so that another batch is chosen. Returns whether there was one. */
async function endPlan({ database }: DestinationGateway, { row, state }: HeldDestination): Promise<boolean> {
  if (!state.plannedIds) return false;
  await planBatch(database.queries, row.id, null);
  return true;
}

const NOTHING_TO_SEND: Outcome = { status: null, error: null, isRejected: false, retryAfterMs: null };

/**
 * Records a failed attempt. Content that the destination rejects is sent again in batches of half the size, until the
 * rejected request is alone; it then becomes a dead letter. After any other failure the whole batch waits, and requests
 * that have waited too long become dead letters.
 */
async function recordFailure(
  { database, environment, now }: DestinationGateway,
  { row, state }: HeldDestination,
  { ids }: ReadBatch,
  { error, isRejected, retryAfterMs }: Outcome,
): Promise<boolean> {
  const reason = error as string;
  const isSplit = isRejected && ids.length > 1;
  const failures = isSplit ? state.failures : state.failures + 1;
  const inMs = isSplit ? 0 : pauseMsAfter(failures, retryAfterMs, Math.random);
  const maxInBatch = isSplit ? Math.floor(ids.length / 2) : state.batchMost;
  const before = new Date(now() - environment.DESTINATION_RETRY_HOURS * HOUR_MS);
  await database.queries.transaction(async (transaction) => {
    if (isRejected && !isSplit) await deadLetterEvents(transaction, row.id, { ids }, reason);
    if (!isRejected) await deadLetterEvents(transaction, row.id, { before }, reason);
    await noteFailure(transaction, row.id, { error: reason, failures, batchMost: maxInBatch, inMs });
  });
  return isSplit;
}

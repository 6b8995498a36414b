import { and, eq, sql } from "drizzle-orm";
import type pg from "pg";
import type { Queries } from "./database.ts";
import type { DestinationRow } from "./destinations.ts";
import { destination, destinationState } from "./schema/destinations.ts";
import { workspace } from "./schema/workspaces.ts";

export type DestinationState = typeof destinationState.$inferSelect;

/** Longer than any attempt takes. A process that ends without releasing a destination blocks it for this long. */
export const HOLD_SECONDS = 60;
const HELD_UNTIL = sql`now() + ${HOLD_SECONDS}::int * interval '1 s'`;

/** Returns whether any destination is enabled. */
export async function hasDestinations(pool: pg.Pool): Promise<boolean> {
  return (await pool.query("select 1 from destination where enabled limit 1")).rowCount === 1;
}

/** A destination is due when its oldest request has waited for `seconds`, or `most` requests wait. */
export type ClaimOptions = { processId: string; seconds: number; s3Seconds: number; most: number; limit: number };

const CLAIM = `
  update destination_state set held_by = $1, held_until = now() + interval '${HOLD_SECONDS} s' where destination_id in (
    select state.destination_id from destination_state as state
      join destination on destination.id = state.destination_id and destination.enabled
      join workspace on workspace.id = destination.workspace_id and workspace.is_observability_broadcast_enabled
    where state.next_attempt_at <= now() and (state.held_until is null or state.held_until < now())
      and (
        exists (
          select 1 from destination_event as event where event.destination_id = state.destination_id
            and dead_at is null
            and queued_at <= now() - case when destination.type in ('s3', 'disk') then $3::float8 else $2::float8 end * interval '1 s'
        )
        or exists (
          select 1 from destination_event as event where event.destination_id = state.destination_id
            and dead_at is null order by id offset $4::int - 1 limit 1
        )
      )
    order by state.next_attempt_at for update of state skip locked limit $5
  ) returning destination_id as id`;

/** Takes destinations that are due and that no other process delivers to; returns their ids. */
export async function claimDestinations(pool: pg.Pool, options: ClaimOptions): Promise<string[]> {
  const { processId, seconds, s3Seconds, most, limit } = options;
  const { rows } = await pool.query<{ id: string }>(CLAIM, [processId, seconds, s3Seconds, most, limit]);
  return rows.map(({ id }) => id);
}

/** A destination that this process holds. */
export type HeldDestination = { row: DestinationRow; state: DestinationState };

/**
 * Holds a destination for longer and returns it as it is now. Returns undefined if another process holds it, or it is
 * deleted or off.
 */
export async function keepDestination(
  queries: Queries,
  processId: string,
  id: string,
): Promise<HeldDestination | undefined> {
  const [state] = await queries
    .update(destinationState)
    .set({ heldUntil: HELD_UNTIL })
    .where(isHeldBy(processId, id))
    .returning();
  if (!state) return undefined;
  const isOn = and(eq(destination.id, id), destination.enabled, workspace.isObservabilityBroadcastEnabled);
  const [found] = await queries
    .select({ row: destination })
    .from(destination)
    .innerJoin(workspace, eq(workspace.id, destination.workspaceId))
    .where(isOn);
  return found && { row: found.row, state };
}

/** Lets other processes deliver to a destination. */
export async function releaseDestination(queries: Queries, processId: string, id: string): Promise<void> {
  await queries.update(destinationState).set({ heldBy: null, heldUntil: null }).where(isHeldBy(processId, id));
}

/** Fixes the requests of the next batches until all of them are settled; null ends that. */
export async function planBatch(queries: Queries, id: string, ids: readonly number[] | null): Promise<void> {
  const plannedIds = ids && [...ids];
  await queries.update(destinationState).set({ plannedIds }).where(eq(destinationState.destinationId, id));
}

/** Records an accepted batch of `delivered` requests; a batch can have up to `most`. */
export async function recordDelivery(queries: Queries, id: string, delivered: number, most: number): Promise<void> {
  const { batchMost } = destinationState;
  await queries
    .update(destinationState)
    .set({
      failures: 0,
      delivered: sql`${destinationState.delivered} + ${delivered}::int`,
      // The batch size was reduced after a rejection; it doubles with each accepted batch until it is back at the
      // maximum.
      batchMost: sql`case when ${batchMost} * 2 < ${most}::int then ${batchMost} * 2 end`,
      ...(delivered > 0 && { lastDeliveredAt: sql`now()` }),
    })
    .where(eq(destinationState.destinationId, id));
}

export type Failure = { error: string; failures: number; batchMost: number | null; inMs: number };

/** Records a failed attempt and the time of the next one. */
export async function noteFailure(queries: Queries, id: string, { inMs, ...failure }: Failure): Promise<void> {
  const { error, failures, batchMost } = failure;
  const nextAttemptAt = sql`now() + ${Math.round(inMs)}::int * interval '1 ms'`;
  await queries
    .update(destinationState)
    .set({ failures, batchMost, lastError: error, lastErrorAt: sql`now()`, nextAttemptAt })
    .where(eq(destinationState.destinationId, id));
}

/** Makes the next attempt due now. */
export async function retryNow(queries: Queries, id: string): Promise<void> {
  await queries
    .update(destinationState)
    .set({ nextAttemptAt: sql`now()`, batchMost: null })
    .where(eq(destinationState.destinationId, id));
}

function isHeldBy(processId: string, id: string) {
  return and(eq(destinationState.destinationId, id), eq(destinationState.heldBy, processId));
}

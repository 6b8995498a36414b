import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import type pg from "pg";
import type { LineLease } from "./batch-lines.ts";
import { BATCH_HELD_SECONDS, type BatchRow } from "./batches.ts";
import type { Queries } from "./database.ts";
import { batch, providerBatch } from "./schema/batches.ts";

export type ProviderBatchRow = typeof providerBatch.$inferSelect;

const heldUntil = sql`now() + interval '${sql.raw(String(BATCH_HELD_SECONDS))} s'`;

/** Where requests of a batch may run together: at one provider, with one credential. */
export type BatchPlace = Pick<ProviderBatchRow, "provider" | "model" | "path" | "access">;
export type PlacedLine = BatchPlace & {
  /** For a new batch at the provider. */
  id: string;
  /** The request and what is needed to end it, sealed. */
  sealed: Buffer;
  sizeBytes: number;
  mostRequests: number;
  mostBytes: number;
};

// One statement, so that a provider's batch that stops collecting has all of its requests or none of a later one.
const PLACE = `
  with joined as (
    update provider_batch set requests = requests + 1, size_bytes = size_bytes + $9, added_at = now()
    where id = (
      select id from provider_batch
      where batch_id = $1 and provider = $4 and model is not distinct from $5 and path = $6 and access = $7
        and status = 'collecting' and requests < $10 and size_bytes + $9 <= $11
      order by created_at limit 1 for update
    )
    returning id, lease_id
  ),
  added as (
    insert into provider_batch (id, batch_id, provider, model, path, access, status, requests, size_bytes)
    select $12, $1, $4, $5, $6, $7, 'collecting', 1, $9 where not exists (select from joined)
    returning id, lease_id
  ),
  place as (select * from joined union all select * from added)
  update batch_line set status = 'waiting', provider_batch = place.id, result = $8, held_by = null, held_until = null
  from place
  where batch_line.batch_id = $1 and line = $2 and held_by = $3 and batch_line.status = 'running'
  returning lease_id`;

/**
 * Moves a request that a process holds to the provider's batch it may join, or to a new one. Returns the id under which
 * its reservation stays; undefined if the process no longer holds it.
 */
export async function placeLine(
  pool: pg.Pool,
  { batchId, line, processId }: LineLease,
  { id, provider, model, path, access, sealed, sizeBytes, mostRequests, mostBytes }: PlacedLine,
): Promise<string | undefined> {
  const place = [provider, model, path, access, sealed, sizeBytes, mostRequests, mostBytes, id];
  const { rows } = await pool.query<{ lease_id: string }>(PLACE, [batchId, line, processId, ...place]);
  return rows[0]?.lease_id;
}

/** Returns the credentials of a batch's unfinished batches at a provider, oldest first. */
export async function accessesOfBatch(queries: Queries, batchId: string, provider: string): Promise<string[]> {
  const rows = await queries
    .select({ access: providerBatch.access })
    .from(providerBatch)
    .where(
      and(eq(providerBatch.batchId, batchId), eq(providerBatch.provider, provider), ne(providerBatch.status, "ended")),
    )
    .orderBy(asc(providerBatch.createdAt));
  return rows.map(({ access }) => access);
}

/** How long to wait for further requests of the batch. */
const COLLECT_SECONDS = 5;

// No request joins after this: all are there, or those that are missing wait for something.
const CLOSE = `
  update provider_batch set status = 'submitting', next_check_at = now(),
    requests = (select count(*) from batch_line where batch_line.batch_id = provider_batch.batch_id
      and batch_line.provider_batch = provider_batch.id and batch_line.status = 'waiting')
  where status = 'collecting' and (
    added_at < now() - interval '${COLLECT_SECONDS} s'
    or not exists (select from batch_line
      where batch_line.batch_id = provider_batch.batch_id and batch_line.status in ('pending', 'running'))
    or exists (select from batch where batch.id = provider_batch.batch_id and batch.status <> 'in_progress')
  )`;

/** Ends the collection of batches, of all workspaces, that are complete. */
export async function closeProviderBatches(pool: pg.Pool): Promise<void> {
  await pool.query(CLOSE);
}

const CLAIM = `
  update provider_batch set held_by = $1, held_until = now() + interval '${BATCH_HELD_SECONDS} s' where id = (
    select id from provider_batch
    where status in ('submitting', 'submitted', 'removing') and next_check_at <= now()
      and (held_until is null or held_until < now())
    order by next_check_at limit 1 for update skip locked
  ) returning id`;

export type ClaimedProviderBatch = { at: ProviderBatchRow; batch: BatchRow };

/** Takes a due batch at a provider; no two processes get the same one. */
export async function claimProviderBatch(
  { pool, queries }: { pool: pg.Pool; queries: Queries },
  processId: string,
): Promise<ClaimedProviderBatch | undefined> {
  const { rows } = await pool.query<{ id: string }>(CLAIM, [processId]);
  const [claimed] = rows;
  if (!claimed) return undefined;
  const [row] = await queries
    .select({ at: providerBatch, batch })
    .from(providerBatch)
    .innerJoin(batch, eq(batch.id, providerBatch.batchId))
    .where(eq(providerBatch.id, claimed.id));
  return row;
}

/** Extends a live process's hold. */
export async function keepProviderBatch(queries: Queries, id: string, processId: string): Promise<void> {
  await queries.update(providerBatch).set({ heldUntil }).where(heldCondition(id, processId));
}

export type ProviderBatchChanges = Partial<
  Pick<ProviderBatchRow, "status" | "handle" | "rejected" | "finished" | "error" | "failures" | "sentAt"> & {
    cancelSentAt: Date;
    endedAt: Date;
  }
>;

/** Changes a batch at a provider that a process holds. Returns false if the process no longer holds it. */
export async function changeProviderBatch(
  queries: Queries,
  { id, processId }: { id: string; processId: string },
  changes: ProviderBatchChanges,
): Promise<boolean> {
  const rows = await queries
    .update(providerBatch)
    .set(changes)
    .where(heldCondition(id, processId))
    .returning({ id: providerBatch.id });
  return rows.length > 0;
}

/** Releases a batch at a provider until it is due again. */
export async function releaseProviderBatch(
  queries: Queries,
  { id, processId }: { id: string; processId: string },
  inMs: number,
  changes: ProviderBatchChanges = {},
): Promise<void> {
  const nextCheckAt = sql`now() + ${Math.round(inMs)}::int * interval '1 ms'`;
  await queries
    .update(providerBatch)
    .set({ ...changes, nextCheckAt, heldBy: null, heldUntil: null })
    .where(heldCondition(id, processId));
}

/** Releases everything; for a database with a single process, which has just started. */
export async function releaseProviderBatches(queries: Queries): Promise<void> {
  await queries.update(providerBatch).set({ heldBy: null, heldUntil: null }).where(sql`held_by is not null`);
}

const NEXT_DUE = `
  select extract(epoch from min(due) - now()) * 1000 as in_ms from (
    select case
      when status = 'collecting' then added_at + interval '${COLLECT_SECONDS} s'
      else greatest(next_check_at, coalesce(held_until, next_check_at))
    end as due
    from provider_batch where status <> 'ended' and (held_by is null or held_by <> $1)
  ) as unfinished`;

/** Returns the milliseconds until a batch at a provider needs work; undefined if none will. */
export async function nextProviderBatchWork(pool: pg.Pool, processId: string): Promise<number | undefined> {
  const { rows } = await pool.query<{ in_ms: string | null }>(NEXT_DUE, [processId]);
  const inMs = rows[0]?.in_ms;
  return inMs === null || inMs === undefined ? undefined : Number(inMs);
}

/** Returns which of these batches at a provider this installation knows. */
export async function knownHandles(queries: Queries, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const id = sql<string>`${providerBatch.handle} ->> 'batchId'`;
  const rows = await queries
    .select({ id })
    .from(providerBatch)
    .where(inArray(id, [...ids]));
  return new Set(rows.map((row) => row.id));
}

/** Returns the batches at providers of these batches, oldest first. */
export function listProviderBatches(queries: Queries, batchIds: readonly string[]): Promise<ProviderBatchRow[]> {
  return queries
    .select()
    .from(providerBatch)
    .where(inArray(providerBatch.batchId, [...batchIds]))
    .orderBy(asc(providerBatch.createdAt), asc(providerBatch.id));
}

function heldCondition(id: string, processId: string) {
  return and(eq(providerBatch.id, id), eq(providerBatch.heldBy, processId));
}

import { and, asc, count, desc, eq, gt, inArray, lt, or, sql } from "drizzle-orm";
import type pg from "pg";
import type { Queries } from "./database.ts";
import { batch } from "./schema/batches.ts";

export type BatchRow = typeof batch.$inferSelect;
export type NewBatch = typeof batch.$inferInsert;

/** Adds a batch whose input a job will read. */
export async function insertBatch(queries: Queries, values: NewBatch): Promise<BatchRow> {
  const [row] = await queries.insert(batch).values(values).returning();
  return row as BatchRow;
}

/** Returns a batch of one workspace. */
export async function findBatch(queries: Queries, workspaceId: string, id: string): Promise<BatchRow | undefined> {
  const [row] = await queries.select().from(batch).where(inWorkspace(workspaceId, id));
  return row;
}

export type BatchPage = {
  /** Only those created in this form. */
  form?: string;
  /** Positions that bound the page, in the list's order. */
  after?: number | undefined;
  before?: number | undefined;
  limit: number;
};

/** Returns a page of a workspace's batches, newest first. With only `before`, the page ends there. */
export async function listBatches(queries: Queries, workspaceId: string, page: BatchPage): Promise<BatchRow[]> {
  const { form, after, before, limit } = page;
  const isBackward = before !== undefined && after === undefined;
  const rows = await queries
    .select()
    .from(batch)
    .where(
      and(
        eq(batch.workspaceId, workspaceId),
        form === undefined ? undefined : eq(batch.form, form),
        after === undefined ? undefined : lt(batch.position, after),
        before === undefined ? undefined : gt(batch.position, before),
      ),
    )
    .orderBy(isBackward ? asc(batch.position) : desc(batch.position))
    .limit(limit);
  return isBackward ? rows.reverse() : rows;
}

const UNFINISHED = ["validating", "in_progress", "cancelling", "finalizing"];

/** Returns the number of a workspace's batches that have not ended. */
export async function countUnfinishedBatches(queries: Queries, workspaceId: string): Promise<number> {
  const where = and(eq(batch.workspaceId, workspaceId), inArray(batch.status, UNFINISHED));
  const [row] = await queries.select({ total: count() }).from(batch).where(where);
  return row?.total ?? 0;
}

/** Marks a batch for cancellation; undefined if it can no longer be canceled. */
export async function cancelBatchRow(queries: Queries, workspaceId: string, id: string): Promise<BatchRow | undefined> {
  const [row] = await queries
    .update(batch)
    .set({ status: "cancelling", cancellingAt: sql`now()` })
    .where(and(inWorkspace(workspaceId, id), inArray(batch.status, ["validating", "in_progress"])))
    .returning();
  return row;
}

/** Deletes a batch that has ended. Returns false if there is none. */
export async function deleteBatchRow(queries: Queries, workspaceId: string, id: string): Promise<boolean> {
  const rows = await queries
    .delete(batch)
    .where(and(inWorkspace(workspaceId, id), hasEnded))
    .returning({ id: batch.id });
  return rows.length > 0;
}

function inWorkspace(workspaceId: string, id: string) {
  return and(eq(batch.workspaceId, workspaceId), eq(batch.id, id));
}

/** A process without a heartbeat for this long counts as dead; any other process may take over its work. */
export const BATCH_HELD_SECONDS = 30;
const heldUntil = sql`now() + interval '${sql.raw(String(BATCH_HELD_SECONDS))} s'`;

const HAS_NO_OPEN_LINES = `
  not exists (select from batch_line where batch_id = batch.id and batch_line.status in ('pending', 'running'))
  and not exists (select from batch_line where batch_id = batch.id and batch_line.status = 'waiting')`;

/**
 * A batch needs a process as a whole to read its input, to end requests that must not start, or to write its results.
 * Its requests are taken by all processes in between.
 */
const CLAIM = `
  update batch set held_by = $1, held_until = now() + interval '${BATCH_HELD_SECONDS} s' where id = (
    select id from batch
    where status in ('validating', 'in_progress', 'cancelling', 'finalizing')
      and (held_until is null or held_until < now())
      and (
        status in ('validating', 'finalizing')
        or ${HAS_NO_OPEN_LINES}
        or (status = 'cancelling' or expires_at <= now()) and exists (
          select from batch_line where batch_id = batch.id and status in ('pending', 'running')
            and (status = 'pending' or held_until < now())
        )
      )
    order by created_at limit 1 for update skip locked
  ) returning id`;

/** Takes a batch of any workspace that needs a process as a whole; no two processes get the same one. */
export async function claimBatch(
  { pool, queries }: { pool: pg.Pool; queries: Queries },
  processId: string,
): Promise<BatchRow | undefined> {
  const { rows } = await pool.query<{ id: string }>(CLAIM, [processId]);
  const [claimed] = rows;
  if (!claimed) return undefined;
  const [row] = await queries.select().from(batch).where(eq(batch.id, claimed.id));
  return row;
}

/** A batch and the process that holds it. */
export type BatchLease = { id: string; processId: string };

/** Extends a live process's hold on a batch. */
export async function keepBatch(queries: Queries, { id, processId }: BatchLease): Promise<void> {
  await queries
    .update(batch)
    .set({ heldUntil })
    .where(and(eq(batch.id, id), eq(batch.heldBy, processId)));
}

type Changes = Partial<Pick<BatchRow, "status" | "errors" | "total" | "outputFileId" | "errorFileId" | "costNanoUsd">>;
type Moment = "inProgressAt" | "finalizingAt" | "completedAt" | "failedAt" | "expiredAt" | "cancelledAt";

/** Changes a batch that a process holds, and sets a time to now. Returns false if the process no longer holds it. */
export async function changeBatch(
  queries: Queries,
  { id, processId }: BatchLease,
  changes: Changes,
  moment?: Moment,
): Promise<boolean> {
  const rows = await queries
    .update(batch)
    .set({ ...changes, ...(moment && { [moment]: sql`now()` }) })
    .where(and(eq(batch.id, id), eq(batch.heldBy, processId)))
    .returning({ id: batch.id });
  return rows.length > 0;
}

/**
 * Puts a batch whose input is complete in progress, unless it is being canceled, and releases it. Returns false if the
 * process no longer holds it.
 */
export async function startBatchRow(queries: Queries, lease: BatchLease, total: number): Promise<boolean> {
  const status = sql`case when ${batch.status} = 'validating' then 'in_progress' else ${batch.status} end`;
  const rows = await queries
    .update(batch)
    .set({ status, total, inProgressAt: sql`now()`, heldBy: null, heldUntil: null })
    .where(and(eq(batch.id, lease.id), eq(batch.heldBy, lease.processId)))
    .returning({ id: batch.id });
  return rows.length > 0;
}

/** Releases a batch, so that any process may take it again. */
export async function releaseBatch(queries: Queries, { id, processId }: BatchLease): Promise<void> {
  await queries
    .update(batch)
    .set({ heldBy: null, heldUntil: null })
    .where(and(eq(batch.id, id), eq(batch.heldBy, processId)));
}

const NEXT_DUE = `
  select extract(epoch from min(due) - now()) * 1000 as in_ms from (
    select case
      when held_by = $1 then null
      when status in ('validating', 'finalizing') then coalesce(held_until, now())
      else least(
        -- Requests that wait for a provider are not ended here.
        case when status = 'in_progress' and exists (
          select from batch_line where batch_id = batch.id and batch_line.status in ('pending', 'running')
        ) then expires_at end,
        (select case when batch.status = 'in_progress' then greatest(paused_until, now()) else now() end
          from batch_line where batch_id = batch.id and status = 'pending' limit 1),
        (select min(held_until) from batch_line
          where batch_id = batch.id and batch_line.status = 'running' and batch_line.held_by <> $1),
        case when ${HAS_NO_OPEN_LINES} then coalesce(held_until, now()) end
      ) end as due
    from batch where status in ('validating', 'in_progress', 'cancelling', 'finalizing')
  ) as unfinished`;

/** Returns the milliseconds until a batch needs work that this process does not do already; undefined if none will. */
export async function nextBatchWork(pool: pg.Pool, processId: string): Promise<number | undefined> {
  const { rows } = await pool.query<{ in_ms: string | null }>(NEXT_DUE, [processId]);
  const inMs = rows[0]?.in_ms;
  return inMs === null || inMs === undefined ? undefined : Number(inMs);
}

const hasEnded = sql`${batch.status} not in ('validating', 'in_progress', 'cancelling', 'finalizing')`;
const hasFiles = sql`(${batch.outputFileId} is not null or ${batch.errorFileId} is not null)`;

type OldResults = Pick<BatchRow, "id" | "workspaceId" | "outputFileId" | "errorFileId">;

/**
 * Returns batches of all workspaces that have ended and still have results, if they were created before a time or their
 * creator wanted the results for a shorter time.
 */
export function listOldResults(queries: Queries, before: Date, most: number): Promise<OldResults[]> {
  const { id, workspaceId, outputFileId, errorFileId } = batch;
  return queries
    .select({ id, workspaceId, outputFileId, errorFileId })
    .from(batch)
    .where(and(or(lt(batch.createdAt, before), isExpired), hasEnded, hasFiles))
    .limit(most);
}

/** Its results are older than its creator wants them. */
const isExpired = sql`coalesce(${batch.completedAt}, ${batch.cancelledAt}, ${batch.expiredAt})
  + ${batch.resultSeconds} * interval '1 second' < now()`;

/** Records that a batch's results have been removed. */
export async function forgetResults(queries: Queries, workspaceId: string, id: string): Promise<void> {
  await queries
    .update(batch)
    .set({ outputFileId: null, errorFileId: null, archivedAt: sql`now()` })
    .where(inWorkspace(workspaceId, id));
}

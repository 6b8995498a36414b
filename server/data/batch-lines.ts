import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import type pg from "pg";
import { BATCH_HELD_SECONDS } from "./batches.ts";
import type { Queries } from "./database.ts";
import { batch, batchLine, providerBatch } from "./schema/batches.ts";

export type BatchLineRow = typeof batchLine.$inferSelect;
export type NewLine = { line: number; customId: string; startByte: number; sizeBytes: number };

const INSERT = `
  insert into batch_line (batch_id, line, custom_id, start_byte, size_bytes)
  select $1, line, "customId", "startByte", "sizeBytes"
  from json_to_recordset($2::json) as fresh (line int, "customId" text, "startByte" bigint, "sizeBytes" int)`;

/** Adds requests to a batch. */
export async function insertBatchLines(pool: pg.Pool, batchId: string, lines: readonly NewLine[]): Promise<void> {
  await pool.query(INSERT, [batchId, JSON.stringify(lines)]);
}

/** Removes all requests of a batch: its input is read again, or its results are stored. */
export async function deleteBatchLines(queries: Queries, batchId: string): Promise<void> {
  await queries.delete(batchLine).where(eq(batchLine.batchId, batchId));
}

/** A request that this process has taken, with what its batch says about it. */
export type ClaimedLine = {
  batchId: string;
  line: number;
  customId: string;
  startByte: number;
  sizeBytes: number;
  starts: number;
  organizationId: string;
  workspaceId: string;
  keyHash: string | null;
  creatorUserId: string | null;
  inputFileId: string;
  endpoint: string;
  form: string;
  userAgent: string | null;
  referer: string | null;
  tags: string[] | null;
  pauses: number;
  /** Whether a provider's own batch may run it. */
  mayGoToProvider: boolean;
};

/** Batches take turns, so that a large one does not hold up all others. */
const CLAIM = `
  with chosen as (
    select id from batch
    where status = 'in_progress' and paused_until <= now() and expires_at > now() and exists (
      select from batch_line where batch_id = batch.id and status in ('pending', 'running')
        and (status = 'pending' or held_until < now())
    )
    order by served_at limit 1 for update skip locked
  ),
  served as (update batch set served_at = clock_timestamp() where id in (select id from chosen)),
  due as (
    select batch_id, line from batch_line
    where batch_id in (select id from chosen) and status in ('pending', 'running')
      and (status = 'pending' or held_until < now())
    order by line limit $2 for update skip locked
  )
  update batch_line set status = 'running', starts = starts + 1, held_by = $1,
    held_until = now() + interval '${BATCH_HELD_SECONDS} s'
  from due, batch
  where batch_line.batch_id = due.batch_id and batch_line.line = due.line and batch.id = due.batch_id
  returning batch_line.batch_id as "batchId", batch_line.line, custom_id as "customId", start_byte as "startByte",
    size_bytes as "sizeBytes", starts, organization_id as "organizationId", workspace_id as "workspaceId",
    key_hash as "keyHash", creator_user_id as "creatorUserId", input_file_id as "inputFileId", endpoint, form,
    user_agent as "userAgent", referer, tags, pauses, uses_providers and not runs_here as "mayGoToProvider"`;

/** Takes up to `most` requests of one batch, the one served longest ago; no two processes get the same request. */
export async function claimBatchLines(pool: pg.Pool, processId: string, most: number): Promise<ClaimedLine[]> {
  const { rows } = await pool.query<ClaimedLine>(CLAIM, [processId, most]);
  return rows;
}

const KEEP = `
  update batch_line set held_until = now() + interval '${BATCH_HELD_SECONDS} s'
  from unnest($2::text[], $3::int[]) as kept (batch_id, line)
  where batch_line.batch_id = kept.batch_id and batch_line.line = kept.line and held_by = $1 and status = 'running'`;

/** Extends a live process's hold on these requests. */
export async function keepBatchLines(
  pool: pg.Pool,
  processId: string,
  lines: readonly { batchId: string; line: number }[],
): Promise<void> {
  await pool.query(KEEP, [processId, lines.map(({ batchId }) => batchId), lines.map(({ line }) => line)]);
}

/** Releases everything; for a database with a single process, which has just started. */
export async function releaseBatches(queries: Queries): Promise<void> {
  await queries.update(batch).set({ heldBy: null, heldUntil: null }).where(sql`held_by is not null`);
  await queries.update(batchLine).set({ heldUntil: sql`'-infinity'` }).where(eq(batchLine.status, "running"));
}

/** A request by its batch and number, and the process that holds it. */
export type LineLease = { batchId: string; line: number; processId: string };
export type LineOutcome = {
  status: "succeeded" | "errored";
  statusCode: number;
  requestId: string;
  result: Buffer | null;
  error: string | null;
};

const END = `
  with ended as (
    update batch_line set status = $4, status_code = $5, request_id = $6, result = $7, error = $8, held_by = null,
      held_until = null
    where batch_id = $1 and line = $2 and held_by = $3 and status = 'running' returning status
  )
  update batch set cost_nano_usd = cost_nano_usd + $9, pauses = 0,
    succeeded = succeeded + (select count(*) from ended where status = 'succeeded'),
    errored = errored + (select count(*) from ended where status = 'errored')
  where id = $1`;

/** Stores the outcome of a request that a process holds. `costNanoUsd` is added to the batch in any case. */
export async function endBatchLine(
  pool: pg.Pool,
  { batchId, line, processId }: LineLease,
  { status, statusCode, requestId, result, error }: LineOutcome,
  costNanoUsd: number,
): Promise<void> {
  await pool.query(END, [batchId, line, processId, status, statusCode, requestId, result, error, costNanoUsd]);
}

const RELEASE = `
  with released as (
    update batch_line set status = 'pending', starts = starts - $4::int, held_by = null, held_until = null
    where batch_id = $1 and line = $2 and held_by = $3 and status = 'running'
  )
  update batch set cost_nano_usd = cost_nano_usd + $5,
    -- Requests that reach the limit together count once.
    pauses = pauses + case when paused_until <= now() then $6::int else 0 end,
    paused_until = greatest(paused_until, now() + $7::int * interval '1 ms')
  where id = $1`;

type Pause = { pauseMs: number; countsStart: boolean; isRateLimit: boolean; costNanoUsd: number };

/** Returns a request to its batch, which starts none of its requests for a while. */
export async function releaseBatchLine(
  pool: pg.Pool,
  { batchId, line, processId }: LineLease,
  { pauseMs, countsStart, isRateLimit, costNanoUsd }: Pause,
): Promise<void> {
  const values = [countsStart ? 0 : 1, costNanoUsd, isRateLimit ? 1 : 0, Math.round(pauseMs)];
  await pool.query(RELEASE, [batchId, line, processId, ...values]);
}

const OPEN = "status = 'pending' or status = 'running' and held_until < now()";

const END_REST = `
  with ended as (
    update batch_line set status = $2, status_code = $3, error = $4, held_by = null, held_until = null
    where batch_id = $1 and (${OPEN}) returning line
  )
  update batch set
    errored = errored + (select count(*) from ended where $2 = 'errored'),
    canceled = canceled + (select count(*) from ended where $2 = 'canceled'),
    expired = expired + (select count(*) from ended where $2 = 'expired')
  where id = $1`;

type Rest = { status: "errored" | "canceled" | "expired"; statusCode?: number; error?: string };

/** Ends all requests of a batch that no live process runs. */
export async function endRestOfBatch(
  pool: pg.Pool,
  batchId: string,
  { status, statusCode, error }: Rest,
): Promise<void> {
  await pool.query(END_REST, [batchId, status, statusCode ?? null, error ?? null]);
}

const END_INTERRUPTED = `
  with ended as (
    update batch_line set status = 'errored', status_code = 500, error = $2, held_by = null, held_until = null
    where status = 'running' and held_until < now() and starts >= $1 returning batch_id
  ),
  sums as (select batch_id, count(*) as lines from ended group by batch_id)
  update batch set errored = errored + lines from sums where batch.id = sums.batch_id`;

/** Ends requests, of all workspaces, whose process died for the last time that is tolerated. */
export async function endInterruptedLines(pool: pg.Pool, starts: number, error: string): Promise<void> {
  await pool.query(END_INTERRUPTED, [starts, error]);
}

/**
 * Returns whether other processes or providers run requests of a batch. What a provider's batch has reserved is released
 * a moment after its last request has ended.
 */
export async function runsElsewhere(queries: Queries, { batchId, processId }: LineLease): Promise<boolean> {
  const isElsewhere = sql`(status = 'waiting' or status = 'running' and ${batchLine.heldBy} <> ${processId})`;
  const [lines, batches] = await Promise.all([
    queries
      .select({ line: batchLine.line })
      .from(batchLine)
      .where(and(eq(batchLine.batchId, batchId), isElsewhere))
      .limit(1),
    queries
      .select({ id: providerBatch.id })
      .from(providerBatch)
      .where(and(eq(providerBatch.batchId, batchId), inArray(providerBatch.status, RESERVING)))
      .limit(1),
  ]);
  return lines.length + batches.length > 0;
}

/** The states of a provider's batch in which its requests' reservations are held. */
const RESERVING = ["collecting", "submitting", "submitted"];

/** Returns whether a batch has requests that have not ended. */
export async function hasOpenLines(queries: Queries, batchId: string): Promise<boolean> {
  const rows = await queries
    .select({ line: batchLine.line })
    .from(batchLine)
    .where(and(eq(batchLine.batchId, batchId), inArray(batchLine.status, ["pending", "running", "waiting"])))
    .limit(1);
  return rows.length > 0;
}

/** Returns a page of a batch's requests in the order of its input. */
export function listBatchLines(
  queries: Queries,
  batchId: string,
  { after, limit }: { after: number; limit: number },
): Promise<BatchLineRow[]> {
  return queries
    .select()
    .from(batchLine)
    .where(and(eq(batchLine.batchId, batchId), gt(batchLine.line, after)))
    .orderBy(asc(batchLine.line))
    .limit(limit);
}

const LEDGER_COST = `
  select coalesce(sum(cost_nano_usd), 0)::bigint as cost from generation
  where workspace_id = $1 and batch_id = $2 and created_at >= $3`;

/** Returns what the ledger has charged for a batch, in nano-USD. */
export async function ledgerCostOfBatch(
  pool: pg.Pool,
  { workspaceId, id, createdAt }: { workspaceId: string; id: string; createdAt: Date },
): Promise<number> {
  const { rows } = await pool.query<{ cost: number }>(LEDGER_COST, [workspaceId, id, createdAt]);
  return Number(rows[0]?.cost ?? 0);
}

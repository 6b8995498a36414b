import { and, asc, eq, gt } from "drizzle-orm";
import type pg from "pg";
import type { BatchLineRow, LineOutcome } from "./batch-lines.ts";
import type { Queries } from "./database.ts";
import { batchLine } from "./schema/batches.ts";

/** The requests that wait for a batch at a provider. */
export type WaitingPlace = { batchId: string; providerBatchId: string };

const isWaiting = ({ batchId, providerBatchId }: WaitingPlace) =>
  and(eq(batchLine.batchId, batchId), eq(batchLine.providerBatch, providerBatchId), eq(batchLine.status, "waiting"));

/** Returns a page of the requests that wait, in the order of the input. */
export function listWaitingLines(
  queries: Queries,
  place: WaitingPlace,
  { after, limit }: { after: number; limit: number },
): Promise<BatchLineRow[]> {
  return queries
    .select()
    .from(batchLine)
    .where(and(isWaiting(place), gt(batchLine.line, after)))
    .orderBy(asc(batchLine.line))
    .limit(limit);
}

/** Returns the lines of all requests that were placed in a batch at a provider, in the order of the input. */
export async function listPlacedLines(queries: Queries, { batchId, providerBatchId }: WaitingPlace): Promise<number[]> {
  const rows = await queries
    .select({ line: batchLine.line })
    .from(batchLine)
    .where(and(eq(batchLine.batchId, batchId), eq(batchLine.providerBatch, providerBatchId)))
    .orderBy(asc(batchLine.line));
  return rows.map(({ line }) => line);
}

/** Returns a request that waits; undefined if it does not, or no longer. */
export async function findWaitingLine(
  queries: Queries,
  place: WaitingPlace,
  line: number,
): Promise<BatchLineRow | undefined> {
  const [row] = await queries
    .select()
    .from(batchLine)
    .where(and(isWaiting(place), eq(batchLine.line, line)));
  return row;
}

const END = `
  with ended as (
    update batch_line set status = $4, status_code = $5, request_id = $6, result = $7, error = $8
    where batch_id = $1 and provider_batch = $2 and line = $3 and status = 'waiting' returning status
  )
  update batch set cost_nano_usd = cost_nano_usd + (select $9::bigint from ended),
    succeeded = succeeded + (select count(*) from ended where status = 'succeeded'),
    errored = errored + (select count(*) from ended where status = 'errored')
  where id = $1 and exists (select from ended)`;

/** Stores the outcome of a request that waits, with its cost; once. */
export async function endWaitingLine(
  pool: pg.Pool,
  { batchId, providerBatchId }: WaitingPlace,
  line: number,
  { status, statusCode, requestId, result, error }: LineOutcome,
  costNanoUsd: number,
): Promise<void> {
  const outcome = [status, statusCode, requestId, result, error, costNanoUsd];
  await pool.query(END, [batchId, providerBatchId, line, ...outcome]);
}

const RETURN = `
  update batch_line set status = 'pending', runs_here = true, result = null
  where batch_id = $1 and provider_batch = $2 and status = 'waiting' and ($3::int is null or line = $3)`;

/** Returns requests to their batch, whose gateway runs them; all that wait, or one. */
export async function returnWaitingLines(
  pool: pg.Pool,
  { batchId, providerBatchId }: WaitingPlace,
  line?: number,
): Promise<void> {
  await pool.query(RETURN, [batchId, providerBatchId, line ?? null]);
}

const FAIL = `
  with ended as (
    update batch_line set status = 'errored', status_code = $3, error = $4, result = null
    where batch_id = $1 and provider_batch = $2 and status = 'waiting' returning line
  )
  update batch set errored = errored + (select count(*) from ended) where id = $1`;

/** Ends all requests that wait with an error. */
export async function failWaitingLines(
  pool: pg.Pool,
  { batchId, providerBatchId }: WaitingPlace,
  { statusCode, error }: { statusCode: number; error: string },
): Promise<void> {
  await pool.query(FAIL, [batchId, providerBatchId, statusCode, error]);
}

import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type pg from "pg";
import type { Queries } from "./database.ts";
import { type RecordGroup, recordGenerations } from "./generations.ts";
import { jsonText, plainText } from "./json-text.ts";
import { videoJob } from "./schema/video-jobs.ts";

export type VideoJobRow = typeof videoJob.$inferSelect;
export type NewVideoJob = typeof videoJob.$inferInsert;

/** A process without a heartbeat for this long counts as dead; any other process may take its jobs. */
const HELD_SECONDS = 30;
const heldUntil = sql`now() + interval '${sql.raw(String(HELD_SECONDS))} s'`;
const UNDER_WAY = ["pending", "in_progress"];

/** Stores a job before the process `heldBy` submits it to a provider; called again for each further provider. */
export async function insertVideoJob(queries: Queries, given: NewVideoJob & { heldBy: string }): Promise<void> {
  const job = { ...given, charge: storableJson(given.charge), prompt: given.prompt ? plainText(given.prompt) : null };
  const { id: _, createdAt: __, leaseId: ___, ...changes } = job;
  await queries
    .insert(videoJob)
    .values({ ...job, heldUntil })
    .onConflictDoUpdate({ target: videoJob.id, set: { ...changes, heldUntil } });
}

/** Deletes a job that no provider accepted. */
export async function removeVideoJob(queries: Queries, id: string): Promise<void> {
  await queries.delete(videoJob).where(and(eq(videoJob.id, id), isNull(videoJob.handle)));
}

/** Extends a live process's hold on these jobs. */
export async function keepVideoJobs(queries: Queries, processId: string, ids: readonly string[]): Promise<void> {
  await queries
    .update(videoJob)
    .set({ heldUntil })
    .where(and(inArray(videoJob.id, [...ids]), eq(videoJob.heldBy, processId)));
}

/** Releases all jobs; for a database with a single process, which has just started. */
export async function releaseVideoJobs(queries: Queries): Promise<void> {
  await queries.update(videoJob).set({ heldBy: null, heldUntil: null }).where(inArray(videoJob.status, UNDER_WAY));
}

const CLAIM = `
  update video_job set held_by = $1, held_until = now() + interval '${HELD_SECONDS} s' where id in (
    select id from video_job where status in ('pending', 'in_progress') and next_poll_at <= now()
      and (held_until is null or held_until < now())
    order by next_poll_at for update skip locked limit $2
  ) returning id`;

/** Takes due jobs that no live process holds; no two processes get the same one. */
export async function claimVideoJobs(
  { pool, queries }: { pool: pg.Pool; queries: Queries },
  processId: string,
  most: number,
): Promise<VideoJobRow[]> {
  const { rows } = await pool.query<{ id: string }>(CLAIM, [processId, most]);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  return queries.select().from(videoJob).where(inArray(videoJob.id, ids));
}

const NEXT_DUE = `
  select extract(epoch from min(greatest(next_poll_at, coalesce(held_until, next_poll_at))) - now()) * 1000 as in_ms
  from video_job where status in ('pending', 'in_progress') and (held_by is null or held_by <> $1)`;

/** Returns the milliseconds until a job is due that this process does not work on; undefined if there is none. */
export async function nextVideoJob(pool: pg.Pool, processId: string): Promise<number | undefined> {
  const { rows } = await pool.query<{ in_ms: string | null }>(NEXT_DUE, [processId]);
  const inMs = rows[0]?.in_ms;
  return inMs === null || inMs === undefined ? undefined : Number(inMs);
}

type Changes = Partial<
  Pick<VideoJobRow, "status" | "handle" | "charge" | "fileIds" | "polls" | "failures" | "leaseId">
>;

/** Changes a job that a process holds. Returns false if it no longer holds it. */
export async function changeVideoJob(
  queries: Queries,
  lease: { id: string; processId: string },
  changes: Changes,
): Promise<boolean> {
  const { handle, charge, ...plain } = changes;
  const json = {
    ...(handle !== undefined && { handle: storableJson(handle) }),
    ...(charge !== undefined && { charge: storableJson(charge) }),
  };
  const set = { ...plain, ...json };
  const rows = await queries.update(videoJob).set(set).where(heldJob(lease)).returning({ id: videoJob.id });
  return rows.length > 0;
}

/** Changes a job and releases it until it is due again. */
export async function rescheduleVideoJob(
  queries: Queries,
  lease: { id: string; processId: string },
  inMs: number,
  changes: Changes = {},
): Promise<void> {
  const nextPollAt = sql`now() + ${Math.round(inMs)}::int * interval '1 ms'`;
  await queries
    .update(videoJob)
    .set({ ...changes, nextPollAt, heldBy: null, heldUntil: null })
    .where(heldJob(lease));
}

export type VideoOutcome = { status: string; error: string | null; fileIds: string[]; costNanoUsd: number };

/** Maximum stored length of a provider's error, in characters. */
const LONGEST_ERROR = 2_000;

const FINISH = `
  update video_job set status = $3, error = $4, file_ids = $5, cost_nano_usd = $6, completed_at = now(),
    held_by = null, held_until = null
  where id = $1 and held_by = $2 and status in ('pending', 'in_progress') returning lease_id`;

/**
 * Ends a job and charges for it, both or neither: a process that dies before this has charged nothing, and a later one
 * finds the job ended. Returns false if the job had already ended or belonged to another process.
 */
export async function finishVideoJob(
  pool: pg.Pool,
  { id, processId }: { id: string; processId: string },
  { status, error, fileIds, costNanoUsd }: VideoOutcome,
  group: RecordGroup,
  more: (connection: pg.PoolClient) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const connection = await pool.connect();
  try {
    await connection.query("begin");
    const storedError = error === null ? null : plainText(error.slice(0, LONGEST_ERROR));
    const { rows } = await connection.query(FINISH, [id, processId, status, storedError, fileIds, costNanoUsd]);
    const [row] = rows as { lease_id: string }[];
    if (row) {
      await recordGenerations(connection, { ...group, newRows: 0 });
      await connection.query("delete from lease where process_id = $1", [row.lease_id]);
      await more(connection);
    }
    await connection.query("commit");
    return row !== undefined;
  } catch (thrown) {
    await connection.query("rollback").catch(() => undefined);
    throw thrown;
  } finally {
    connection.release();
  }
}

/** Returns a job of one workspace. */
export async function findVideoJob(
  queries: Queries,
  workspaceId: string,
  id: string,
): Promise<VideoJobRow | undefined> {
  const [row] = await queries
    .select()
    .from(videoJob)
    .where(and(eq(videoJob.id, id), eq(videoJob.workspaceId, workspaceId)));
  return row;
}

/** Returns a job of any workspace, for a caller whose signed link proves access. */
export async function findSignedVideoJob(queries: Queries, id: string): Promise<VideoJobRow | undefined> {
  const [row] = await queries.select().from(videoJob).where(eq(videoJob.id, id));
  return row;
}

/** Returns jobs of all workspaces that ended before a time and still have videos, oldest first. */
export function listOldVideos(
  queries: Queries,
  before: Date,
  most: number,
): Promise<Pick<VideoJobRow, "id" | "workspaceId" | "fileIds">[]> {
  return queries
    .select({ id: videoJob.id, workspaceId: videoJob.workspaceId, fileIds: videoJob.fileIds })
    .from(videoJob)
    .where(
      and(
        lt(videoJob.completedAt, before),
        // Must match the index's condition exactly.
        sql`file_ids <> '{}' and videos_removed_at is null`,
      ),
    )
    .orderBy(videoJob.completedAt)
    .limit(most);
}

/** Records that a job's videos have been removed. */
export async function markVideosRemoved(queries: Queries, id: string): Promise<void> {
  await queries.update(videoJob).set({ videosRemovedAt: sql`now()` }).where(eq(videoJob.id, id));
}

/** Deletes the prompts of jobs started before a time. */
export async function forgetOldPrompts(queries: Queries, before: Date): Promise<void> {
  const isOld = and(lt(videoJob.createdAt, before), isNotNull(videoJob.prompt));
  await queries.update(videoJob).set({ prompt: null }).where(isOld);
}

/** Deletes the prompts of all jobs of a workspace. */
export async function forgetPrompts(queries: Queries, workspaceId: string): Promise<void> {
  await queries.update(videoJob).set({ prompt: null }).where(eq(videoJob.workspaceId, workspaceId));
}

type Listed = {
  workspaceId: string;
  id?: string | undefined;
  status?: string | undefined;
  offset: number;
  limit: number;
};

/** Returns a page of a workspace's jobs that a provider has accepted, newest first, and their total number. */
export async function listVideoJobs(
  queries: Queries,
  { workspaceId, id, status, offset, limit }: Listed,
): Promise<{ rows: VideoJobRow[]; total: number }> {
  const where = and(
    eq(videoJob.workspaceId, workspaceId),
    id ? eq(videoJob.id, id) : undefined,
    status ? eq(videoJob.status, status) : undefined,
  );
  const rows = await queries
    .select()
    .from(videoJob)
    .where(where)
    .orderBy(desc(videoJob.createdAt), desc(videoJob.id))
    .limit(limit)
    .offset(offset);
  const [totals] = await queries.select({ total: count() }).from(videoJob).where(where);
  return { rows, total: totals?.total ?? 0 };
}

/** Returns JSON with only texts that the database accepts, whatever callers and providers sent. */
function storableJson(value: unknown): unknown {
  return JSON.parse(jsonText(value));
}

type After = { workspaceId: string; after: string | undefined; order: "asc" | "desc"; limit: number };

/** Returns a workspace's jobs by start time, from after the job `after`. */
export function listVideoJobsAfter(
  queries: Queries,
  { workspaceId, after, order, limit }: After,
): Promise<VideoJobRow[]> {
  const isRising = order === "asc";
  const place = sql`(${videoJob.createdAt}, ${videoJob.id})`;
  const last = sql`(select created_at, id from video_job where id = ${after} and workspace_id = ${workspaceId})`;
  const beyond = after === undefined ? undefined : isRising ? sql`${place} > ${last}` : sql`${place} < ${last}`;
  const direction = isRising ? asc : desc;
  return queries
    .select()
    .from(videoJob)
    .where(and(eq(videoJob.workspaceId, workspaceId), beyond))
    .orderBy(direction(videoJob.createdAt), direction(videoJob.id))
    .limit(limit);
}

function heldJob({ id, processId }: { id: string; processId: string }) {
  return and(eq(videoJob.id, id), eq(videoJob.heldBy, processId), inArray(videoJob.status, UNDER_WAY));
}

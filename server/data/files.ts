import { and, asc, between, count, desc, eq, gt, inArray, isNull, like, lt, or, sql } from "drizzle-orm";
import type { Queries } from "./database.ts";
import { file } from "./schema/files.ts";

export type FileRow = typeof file.$inferSelect;
export type NewFile = Omit<typeof file.$inferInsert, "position" | "stored" | "createdAt" | "movedAt">;

/**
 * Adds a file whose bytes are about to arrive; it is not visible until `markFileStored`. Returns false if its id exists.
 */
export async function insertFile(queries: Queries, values: NewFile): Promise<boolean> {
  const rows = await queries.insert(file).values(values).onConflictDoNothing().returning({ id: file.id });
  return rows.length > 0;
}

/** A piece of an upload, which is a file that is never marked as stored. */
export type Piece = Pick<FileRow, "id" | "sizeBytes">;

/** Returns the pieces whose ids are `prefix` and digits, by their ids. */
export function listPieces(queries: Queries, prefix: string): Promise<Piece[]> {
  return queries
    .select({ id: file.id, sizeBytes: file.sizeBytes })
    .from(file)
    .where(and(between(file.id, `${prefix}0`, `${prefix}9`), like(file.id, `${prefix}%`), eq(file.stored, false)))
    .orderBy(asc(file.id));
}

/** Returns an upload in parts, which is a file that is never marked as stored, of one workspace. */
export async function findUpload(queries: Queries, workspaceId: string, id: string): Promise<FileRow | undefined> {
  const [row] = await queries
    .select()
    .from(file)
    .where(and(eq(file.workspaceId, workspaceId), eq(file.id, id), eq(file.stored, false)));
  return row;
}

/** Notes the time at which the removal of an upload in parts started. */
export async function markUploadRemoved(queries: Queries, id: string): Promise<void> {
  await queries.update(file).set({ movedAt: new Date() }).where(eq(file.id, id));
}

/** Marks the file's bytes as stored. Returns undefined if it was removed meanwhile. */
export async function markFileStored(queries: Queries, id: string): Promise<FileRow | undefined> {
  const [row] = await queries.update(file).set({ stored: true }).where(eq(file.id, id)).returning();
  return row;
}

/** Returns a file of one workspace; undefined for another workspace's. */
export async function findFile(queries: Queries, workspaceId: string, id: string): Promise<FileRow | undefined> {
  const [row] = await findFiles(queries, workspaceId, [id]);
  return row;
}

/** Returns the files with these ids that belong to a workspace. */
export function findFiles(queries: Queries, workspaceId: string, ids: readonly string[]): Promise<FileRow[]> {
  return queries
    .select()
    .from(file)
    .where(and(isVisibleIn(workspaceId), inArray(file.id, [...ids])));
}

export type FilePage = {
  order: "asc" | "desc";
  /** Positions that bound the page, in the list's order. */
  after?: number | undefined;
  before?: number | undefined;
  purpose?: string | undefined;
  limit: number;
};

/** Returns a page of a workspace's files. With only `before`, the page ends there. */
export async function listFiles(queries: Queries, workspaceId: string, page: FilePage): Promise<FileRow[]> {
  const { after, before, purpose, limit } = page;
  const isRising = page.order === "asc";
  const isBackward = before !== undefined && after === undefined;
  const where = and(
    isVisibleIn(workspaceId),
    purpose === undefined ? undefined : eq(file.purpose, purpose),
    after === undefined ? undefined : (isRising ? gt : lt)(file.position, after),
    before === undefined ? undefined : (isRising ? lt : gt)(file.position, before),
  );
  const rows = await queries
    .select()
    .from(file)
    .where(where)
    .orderBy((isRising === isBackward ? desc : asc)(file.position))
    .limit(limit);
  return isBackward ? rows.reverse() : rows;
}

export type FileTotal = { count: number; sizeBytes: number };

/** Returns the number of a workspace's files, of all purposes, and their total size. */
export async function totalFiles(queries: Queries, workspaceId: string): Promise<FileTotal> {
  const sizeBytes = sql<number>`coalesce(sum(${file.sizeBytes}), 0)::bigint`.mapWith(Number);
  const [total] = await queries.select({ count: count(), sizeBytes }).from(file).where(isVisibleIn(workspaceId));
  return total ?? { count: 0, sizeBytes: 0 };
}

/** Hides a file of one workspace before its bytes are removed. Returns false if it does not exist. */
export async function hideFile(queries: Queries, workspaceId: string, id: string): Promise<boolean> {
  const rows = await queries
    .update(file)
    .set({ stored: false, movedAt: new Date() })
    .where(and(isVisibleIn(workspaceId), eq(file.id, id)))
    .returning({ id: file.id });
  return rows.length > 0;
}

/** Deletes the row of a file whose bytes are gone. */
export async function deleteFileRow(queries: Queries, id: string): Promise<void> {
  await queries.delete(file).where(eq(file.id, id));
}

/**
 * Returns ids of files whose upload or removal was interrupted before `before`, and of those whose workspace is gone.
 */
export async function listLeftoverFiles(queries: Queries, before: Date, limit: number): Promise<string[]> {
  const halfway = and(eq(file.stored, false), lt(file.movedAt, before));
  const rows = await queries
    .select({ id: file.id })
    .from(file)
    .where(or(halfway, isNull(file.workspaceId)))
    .limit(limit);
  return rows.map(({ id }) => id);
}

function isVisibleIn(workspaceId: string) {
  return and(eq(file.workspaceId, workspaceId), eq(file.stored, true));
}

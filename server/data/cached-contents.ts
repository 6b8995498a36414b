import { and, desc, eq, gt, isNull, lt, lte, or } from "drizzle-orm";
import type { Queries } from "./database.ts";
import { cachedContent } from "./schema/files.ts";

export type CachedContentRow = typeof cachedContent.$inferSelect;
export type NewCachedContent = Omit<typeof cachedContent.$inferInsert, "position" | "stored">;

/** A place to look for cached content. `now`: what has expired by then is not found. */
export type CacheScope = { workspaceId: string; now: Date };

/** Adds cached content whose bytes are about to arrive; it is not visible until `markContentStored`. */
export async function insertCachedContent(queries: Queries, values: NewCachedContent): Promise<void> {
  await queries.insert(cachedContent).values(values);
}

/** Marks the bytes as stored. Returns undefined if the row was removed meanwhile. */
export async function markContentStored(queries: Queries, id: string): Promise<CachedContentRow | undefined> {
  const [row] = await queries.update(cachedContent).set({ stored: true }).where(eq(cachedContent.id, id)).returning();
  return row;
}

/** Returns cached content of one workspace that has not expired. */
export async function findCachedContent(
  queries: Queries,
  scope: CacheScope,
  id: string,
): Promise<CachedContentRow | undefined> {
  const [row] = await queries
    .select()
    .from(cachedContent)
    .where(and(isVisibleIn(scope), eq(cachedContent.id, id)));
  return row;
}

/** Returns a page of a workspace's cached contents, the newest first. `after`: the position that the page follows. */
export function listContents(
  queries: Queries,
  scope: CacheScope,
  { after, limit }: { after: number | undefined; limit: number },
): Promise<CachedContentRow[]> {
  return queries
    .select()
    .from(cachedContent)
    .where(and(isVisibleIn(scope), after === undefined ? undefined : lt(cachedContent.position, after)))
    .orderBy(desc(cachedContent.position))
    .limit(limit);
}

/** Changes when cached content expires. Returns undefined if it no longer exists. */
export async function setExpiry(
  queries: Queries,
  scope: CacheScope,
  id: string,
  expiresAt: Date,
): Promise<CachedContentRow | undefined> {
  const [row] = await queries
    .update(cachedContent)
    .set({ expiresAt, updatedAt: scope.now })
    .where(and(isVisibleIn(scope), eq(cachedContent.id, id)))
    .returning();
  return row;
}

/** Hides cached content before its bytes are removed. Returns false if it does not exist. */
export async function hideContent(queries: Queries, scope: CacheScope, id: string): Promise<boolean> {
  const rows = await queries
    .update(cachedContent)
    .set({ stored: false, updatedAt: scope.now })
    .where(and(isVisibleIn(scope), eq(cachedContent.id, id)))
    .returning({ id: cachedContent.id });
  return rows.length > 0;
}

/** Deletes the row of cached content whose bytes are gone. */
export async function deleteContentRow(queries: Queries, id: string): Promise<void> {
  await queries.delete(cachedContent).where(eq(cachedContent.id, id));
}

/**
 * Returns ids of contents that have expired by `now`, whose workspace is gone, or whose storing or removal was
 * interrupted before `interruptedBefore`.
 */
export async function listExpiredContents(
  queries: Queries,
  { now, interruptedBefore }: { now: Date; interruptedBefore: Date },
  limit: number,
): Promise<string[]> {
  const halfway = and(eq(cachedContent.stored, false), lt(cachedContent.updatedAt, interruptedBefore));
  const rows = await queries
    .select({ id: cachedContent.id })
    .from(cachedContent)
    .where(or(lte(cachedContent.expiresAt, now), isNull(cachedContent.workspaceId), halfway))
    .limit(limit);
  return rows.map(({ id }) => id);
}

function isVisibleIn({ workspaceId, now }: CacheScope) {
  return and(
    eq(cachedContent.workspaceId, workspaceId),
    eq(cachedContent.stored, true),
    gt(cachedContent.expiresAt, now),
  );
}

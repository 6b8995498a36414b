import { and, asc, count, eq, sql } from "drizzle-orm";
import type { Queries, Transaction } from "./database.ts";
import { apiKey } from "./schema/api-keys.ts";
import { rateLimit } from "./schema/money.ts";
import { workspace } from "./schema/workspaces.ts";

type Row = typeof rateLimit.$inferSelect;

export type RateLimitRow = Omit<Row, "subject" | "priority"> & {
  subject: "workspace" | "key" | "member";
  priority: "high" | "normal" | "low" | null;
};
/** A rule with the stable id of its key. */
export type LoadedRateLimit = RateLimitRow & { keyStableId: string | null };
export type NewRateLimit = Omit<RateLimitRow, "id" | "createdAt" | "updatedAt">;
export type RateLimitChanges = Partial<Omit<NewRateLimit, "workspaceId">>;

/** Adds a rate limit. Returns undefined if its name is taken; `full` if the workspace has `most` of them. */
export async function insertRateLimit(
  queries: Transaction,
  values: NewRateLimit,
  most: number,
): Promise<RateLimitRow | "full" | undefined> {
  const { workspaceId } = values;
  await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`rate_limits:${workspaceId}`}, 0))`);
  const [found] = await queries
    .select({ count: count() })
    .from(rateLimit)
    .where(eq(rateLimit.workspaceId, workspaceId));
  if ((found?.count ?? 0) >= most) return "full";
  const [row] = await queries.insert(rateLimit).values(values).onConflictDoNothing().returning();
  return row as RateLimitRow | undefined;
}

/** Returns a rate limit of one organization; undefined for another's. */
export async function findRateLimit(
  queries: Queries,
  organizationId: string,
  id: string,
): Promise<RateLimitRow | undefined> {
  const [found] = await queries
    .select({ row: rateLimit })
    .from(rateLimit)
    .innerJoin(workspace, eq(workspace.id, rateLimit.workspaceId))
    .where(and(eq(rateLimit.id, id), eq(workspace.organizationId, organizationId)));
  return found?.row as RateLimitRow | undefined;
}

/** Returns a page of a workspace's rate limits by name, and their total number. */
export async function listRateLimits(queries: Queries, workspaceId: string, offset: number, limit: number) {
  const where = eq(rateLimit.workspaceId, workspaceId);
  const rows = await queries
    .select()
    .from(rateLimit)
    .where(where)
    .orderBy(asc(rateLimit.name))
    .limit(limit)
    .offset(offset);
  const [total] = await queries.select({ count: count() }).from(rateLimit).where(where);
  return { rows: rows as RateLimitRow[], total: total?.count ?? 0 };
}

/** Returns the rate limits of every workspace, for the directory in memory. */
export async function loadRateLimits(queries: Queries): Promise<LoadedRateLimit[]> {
  const rows = await queries
    .select({ rule: rateLimit, keyStableId: apiKey.stableId })
    .from(rateLimit)
    .leftJoin(apiKey, eq(apiKey.hash, rateLimit.keyHash))
    .orderBy(asc(rateLimit.name));
  return rows.map(({ rule, keyStableId }) => ({ ...rule, keyStableId }) as LoadedRateLimit);
}

/** Changes a rate limit. Returns undefined if it is gone, `taken` if another one has its new name. */
export async function updateRateLimit(
  queries: Transaction,
  { workspaceId, id }: Pick<RateLimitRow, "workspaceId" | "id">,
  changes: RateLimitChanges,
): Promise<RateLimitRow | "taken" | undefined> {
  const { name } = changes;
  if (name !== undefined) {
    const taken = and(eq(rateLimit.workspaceId, workspaceId), eq(rateLimit.name, name));
    const [other] = await queries.select({ id: rateLimit.id }).from(rateLimit).where(taken);
    if (other && other.id !== id) return "taken";
  }
  const [row] = await queries
    .update(rateLimit)
    .set({ ...changes, updatedAt: new Date() })
    .where(hasId(workspaceId, id))
    .returning();
  return row as RateLimitRow | undefined;
}

/** Deletes a rate limit. Returns false if it is gone. */
export async function deleteRateLimit(
  queries: Transaction,
  { workspaceId, id }: Pick<RateLimitRow, "workspaceId" | "id">,
): Promise<boolean> {
  const rows = await queries.delete(rateLimit).where(hasId(workspaceId, id)).returning({ id: rateLimit.id });
  return rows.length > 0;
}

function hasId(workspaceId: string, id: string) {
  return and(eq(rateLimit.workspaceId, workspaceId), eq(rateLimit.id, id));
}

import { and, asc, count, eq, ne, or, sql } from "drizzle-orm";
import type { Queries, Transaction } from "./database.ts";
import { logView } from "./schema/log-views.ts";
import { workspace } from "./schema/workspaces.ts";

export type LogViewRow = typeof logView.$inferSelect;
export type LogViewOwner = Pick<LogViewRow, "creatorUserId" | "creatorKeyStableId">;
type NewLogView = LogViewOwner & Pick<LogViewRow, "workspaceId" | "name" | "isShared" | "query" | "columns">;
export type LogViewChanges = Partial<Pick<LogViewRow, "name" | "isShared" | "query" | "columns">>;

/** Why a view cannot be stored. */
export type LogViewProblem = "duplicate" | "too_many";

/**
 * Adds a view, unless its name is taken or there are `most` of its kind: shared in the workspace, or of its creator.
 */
export async function insertLogView(
  queries: Transaction,
  values: NewLogView,
  most: number,
): Promise<LogViewRow | LogViewProblem> {
  const problem = await findProblem(queries, values, most);
  if (problem) return problem;
  const [row] = await queries.insert(logView).values(values).returning();
  return row as LogViewRow;
}

/** Changes a view under the same conditions. Returns undefined if it is gone. */
export async function updateLogView(
  queries: Transaction,
  row: LogViewRow,
  changes: LogViewChanges,
  most: number,
): Promise<LogViewRow | LogViewProblem | undefined> {
  const problem = await findProblem(queries, { ...row, ...changes }, most);
  if (problem) return problem;
  const [changed] = await queries
    .update(logView)
    .set({ ...changes, updatedAt: new Date() })
    .where(hasId(row.workspaceId, row.id))
    .returning();
  return changed;
}

/** Locks the workspace's views first, so that of two equal names one is rejected. */
async function findProblem(
  queries: Transaction,
  view: NewLogView & { id?: string },
  most: number,
): Promise<LogViewProblem | undefined> {
  const { workspaceId, name, isShared, id } = view;
  await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`log views:${workspaceId}`}, 0))`);
  const sameScope = and(
    eq(logView.workspaceId, workspaceId),
    eq(logView.isShared, isShared),
    isShared ? undefined : isOwnedBy(view),
    id ? ne(logView.id, id) : undefined,
  );
  const [found] = await queries
    .select({
      count: count(),
      equal: sql<number>`count(*) filter (where lower(${logView.name}) = lower(${name}))`.mapWith(Number),
    })
    .from(logView)
    .where(sameScope);
  if (found && found.equal > 0) return "duplicate";
  return found && found.count >= most ? "too_many" : undefined;
}

/** Returns a view of one organization; undefined for another's. */
export async function findLogView(
  queries: Queries,
  organizationId: string,
  id: string,
): Promise<LogViewRow | undefined> {
  const [found] = await queries
    .select({ row: logView })
    .from(logView)
    .innerJoin(workspace, eq(workspace.id, logView.workspaceId))
    .where(and(eq(logView.id, id), eq(workspace.organizationId, organizationId)));
  return found?.row;
}

/** Returns a page of the views that somebody sees in a workspace, by name, and their total number. */
export async function listLogViews(
  queries: Queries,
  workspaceId: string,
  owner: LogViewOwner,
  { offset, limit }: { offset: number; limit: number },
) {
  const where = and(eq(logView.workspaceId, workspaceId), or(eq(logView.isShared, true), isOwnedBy(owner)));
  const order = [asc(sql`lower(${logView.name})`), asc(logView.id)];
  const rows = await queries
    .select()
    .from(logView)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  const [total] = await queries.select({ count: count() }).from(logView).where(where);
  return { rows, total: total?.count ?? 0 };
}

/** Deletes a view. Returns false if it is gone. */
export async function deleteLogView(queries: Queries, workspaceId: string, id: string): Promise<boolean> {
  return (await queries.delete(logView).where(hasId(workspaceId, id)).returning({ id: logView.id })).length > 0;
}

/** A key owns by its account; without one, the user does. */
function isOwnedBy({ creatorUserId, creatorKeyStableId }: LogViewOwner) {
  if (creatorKeyStableId) return eq(logView.creatorKeyStableId, creatorKeyStableId);
  return creatorUserId
    ? and(eq(logView.creatorUserId, creatorUserId), sql`${logView.creatorKeyStableId} is null`)
    : sql`false`;
}

function hasId(workspaceId: string, id: string) {
  return and(eq(logView.workspaceId, workspaceId), eq(logView.id, id));
}

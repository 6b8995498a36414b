import { and, asc, count, eq, sql } from "drizzle-orm";
import type { Database, Queries, Transaction } from "./database.ts";
import { destination, destinationState } from "./schema/destinations.ts";
import { workspace } from "./schema/workspaces.ts";

export type DestinationRow = typeof destination.$inferSelect;
export type NewDestination = typeof destination.$inferInsert & { id: string };
export type DestinationChanges = Partial<Omit<DestinationRow, "id" | "workspaceId" | "type" | "createdAt">>;

/** Adds a destination. Returns undefined and adds nothing if the workspace already has `most` of its type. */
export async function insertDestination(
  queries: Transaction,
  values: NewDestination,
  most: number,
): Promise<DestinationRow | undefined> {
  const { workspaceId, type } = values;
  await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`destinations:${workspaceId}`}, 0))`);
  const [found] = await queries
    .select({ count: count() })
    .from(destination)
    .where(and(eq(destination.workspaceId, workspaceId), eq(destination.type, type)));
  if ((found?.count ?? 0) >= most) return undefined;
  const [row] = await queries.insert(destination).values(values).returning();
  await queries.insert(destinationState).values({ destinationId: values.id });
  return row;
}

/** Returns a destination of one organization; undefined for another's. */
export async function findDestination(
  queries: Queries,
  organizationId: string,
  id: string,
): Promise<DestinationRow | undefined> {
  const [found] = await queries
    .select({ row: destination })
    .from(destination)
    .innerJoin(workspace, eq(workspace.id, destination.workspaceId))
    .where(and(eq(destination.id, id), eq(workspace.organizationId, organizationId)));
  return found?.row;
}

/** Returns a page of a workspace's destinations, oldest first, and their total number. */
export async function listDestinations(queries: Queries, workspaceId: string, offset: number, limit: number) {
  const where = eq(destination.workspaceId, workspaceId);
  const order = [asc(destination.createdAt), asc(destination.id)];
  const rows = await queries
    .select()
    .from(destination)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  const [total] = await queries.select({ count: count() }).from(destination).where(where);
  return { rows, total: total?.count ?? 0 };
}

/** Changes a destination. Returns undefined if it is gone. */
export async function updateDestination(
  queries: Queries,
  workspaceId: string,
  id: string,
  changes: DestinationChanges,
): Promise<DestinationRow | undefined> {
  const [row] = await queries
    .update(destination)
    .set({ ...changes, updatedAt: new Date() })
    .where(hasId(workspaceId, id))
    .returning();
  return row;
}

/** Deletes a destination. Returns false if it is gone. */
export async function deleteDestination(queries: Queries, workspaceId: string, id: string): Promise<boolean> {
  const rows = await queries.delete(destination).where(hasId(workspaceId, id)).returning({ id: destination.id });
  return rows.length > 0;
}

/**
 * Replaces the sealed part of every destination, all or none; where `reseal` returns undefined it is unchanged. Returns
 * the number of replaced ones, and the ids of the unchanged ones.
 */
export function resealDestinations(
  database: Database,
  reseal: (id: string, sealed: string) => string | undefined,
): Promise<{ sealed: number; unopened: string[] }> {
  return database.queries.transaction(async (queries) => {
    const { id, sealedConfig } = destination;
    const rows = await queries.select({ id, sealedConfig }).from(destination).for("update");
    const unopened: string[] = [];
    for (const row of rows) {
      const fresh = reseal(row.id, row.sealedConfig);
      if (fresh === undefined) unopened.push(row.id);
      else await queries.update(destination).set({ sealedConfig: fresh }).where(eq(destination.id, row.id));
    }
    return { sealed: rows.length - unopened.length, unopened };
  });
}

function hasId(workspaceId: string, id: string) {
  return and(eq(destination.workspaceId, workspaceId), eq(destination.id, id));
}

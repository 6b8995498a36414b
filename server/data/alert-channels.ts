import { and, asc, count, eq, inArray, sql } from "drizzle-orm";
import type { Database, Queries, Transaction } from "./database.ts";
import { alertChannel, alertDelivery, alertRule } from "./schema/alerts.ts";
import { workspace } from "./schema/workspaces.ts";

export type AlertChannelRow = typeof alertChannel.$inferSelect;
export type NewAlertChannel = typeof alertChannel.$inferInsert & { id: string };
export type AlertChannelChanges = Partial<Pick<AlertChannelRow, "name" | "sealedConfig">>;

/** Adds a channel. Returns undefined and adds nothing if the workspace already has `most`. */
export async function insertAlertChannel(
  queries: Transaction,
  values: NewAlertChannel,
  most: number,
): Promise<AlertChannelRow | undefined> {
  const { workspaceId } = values;
  await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`alert_channels:${workspaceId}`}, 0))`);
  const own = eq(alertChannel.workspaceId, workspaceId);
  const [found] = await queries.select({ count: count() }).from(alertChannel).where(own);
  if ((found?.count ?? 0) >= most) return undefined;
  const [row] = await queries.insert(alertChannel).values(values).returning();
  return row;
}

/** Returns a channel of one organization; undefined for another's. */
export async function findAlertChannel(
  queries: Queries,
  organizationId: string,
  id: string,
): Promise<AlertChannelRow | undefined> {
  const [found] = await queries
    .select({ row: alertChannel })
    .from(alertChannel)
    .innerJoin(workspace, eq(workspace.id, alertChannel.workspaceId))
    .where(and(eq(alertChannel.id, id), eq(workspace.organizationId, organizationId)));
  return found?.row;
}

/** Returns the channels of a workspace with these ids. */
export function findAlertChannels(
  queries: Queries,
  workspaceId: string,
  ids: readonly string[],
): Promise<AlertChannelRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return queries
    .select()
    .from(alertChannel)
    .where(and(eq(alertChannel.workspaceId, workspaceId), inArray(alertChannel.id, [...ids])))
    .orderBy(asc(alertChannel.createdAt));
}

/** Returns a page of a workspace's channels, oldest first, and their total number. */
export async function listAlertChannels(queries: Queries, workspaceId: string, offset: number, limit: number) {
  const where = eq(alertChannel.workspaceId, workspaceId);
  const rows = await queries
    .select()
    .from(alertChannel)
    .where(where)
    .orderBy(asc(alertChannel.createdAt), asc(alertChannel.id))
    .limit(limit)
    .offset(offset);
  const [total] = await queries.select({ count: count() }).from(alertChannel).where(where);
  return { rows, total: total?.count ?? 0 };
}

/** Changes a channel. Returns undefined if it is gone. */
export async function updateAlertChannel(
  queries: Queries,
  { workspaceId, id }: Pick<AlertChannelRow, "workspaceId" | "id">,
  changes: AlertChannelChanges,
): Promise<AlertChannelRow | undefined> {
  const [row] = await queries
    .update(alertChannel)
    .set({ ...changes, updatedAt: new Date() })
    .where(hasId(workspaceId, id))
    .returning();
  return row;
}

/** Deletes a channel, removes it from the rules, and ends what waits for it. Returns false if it is gone. */
export async function deleteAlertChannel(queries: Transaction, workspaceId: string, id: string): Promise<boolean> {
  const waits = and(eq(alertDelivery.channelId, id), eq(alertDelivery.status, "pending"));
  await queries
    .update(alertDelivery)
    .set({ status: "failed" })
    .where(and(eq(alertDelivery.workspaceId, workspaceId), waits));
  await queries
    .update(alertRule)
    .set({ channelIds: sql`array_remove(${alertRule.channelIds}, ${id}::uuid)` })
    .where(eq(alertRule.workspaceId, workspaceId));
  const rows = await queries.delete(alertChannel).where(hasId(workspaceId, id)).returning({ id: alertChannel.id });
  return rows.length > 0;
}

/** Stores the result of the newest attempt; `error` null: it was delivered. */
export async function noteChannelResult(
  queries: Queries,
  { workspaceId, id }: Pick<AlertChannelRow, "workspaceId" | "id">,
  { at, error }: { at: Date; error: string | null },
): Promise<void> {
  await queries
    .update(alertChannel)
    .set({ lastError: error, ...(error === null && { lastDeliveredAt: at }) })
    .where(hasId(workspaceId, id));
}

/**
 * Replaces the sealed configuration of every channel, all or none; where `reseal` returns undefined it is unchanged.
 * Returns the number of replaced ones, and the ids of the unchanged ones.
 */
export function resealAlertChannels(
  database: Database,
  reseal: (id: string, sealed: string) => string | undefined,
): Promise<{ sealed: number; unopened: string[] }> {
  return database.queries.transaction(async (queries) => {
    const { id, sealedConfig } = alertChannel;
    const rows = await queries.select({ id, sealedConfig }).from(alertChannel).for("update");
    const unopened: string[] = [];
    for (const row of rows) {
      const fresh = reseal(row.id, row.sealedConfig);
      if (fresh === undefined) unopened.push(row.id);
      else await queries.update(alertChannel).set({ sealedConfig: fresh }).where(eq(alertChannel.id, row.id));
    }
    return { sealed: rows.length - unopened.length, unopened };
  });
}

function hasId(workspaceId: string, id: string) {
  return and(eq(alertChannel.workspaceId, workspaceId), eq(alertChannel.id, id));
}

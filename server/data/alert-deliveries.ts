import { and, count, desc, eq, inArray, sql } from "drizzle-orm";
import type pg from "pg";
import type { Queries } from "./database.ts";
import { holdDue, nextDue } from "./due-deliveries.ts";
import { alertDelivery } from "./schema/alerts.ts";
import type { DeliveryAttempt } from "./webhooks.ts";

export type AlertDeliveryRow = typeof alertDelivery.$inferSelect;
export type NewAlertDelivery = Pick<
  AlertDeliveryRow,
  "id" | "workspaceId" | "alertId" | "channelId" | "channelName" | "event" | "ruleName" | "notice"
> & {
  /** The address of a message to one person. */
  recipient?: string;
};

/** Queues messages. */
export async function insertAlertDeliveries(queries: Queries, values: readonly NewAlertDelivery[]): Promise<void> {
  if (values.length > 0) await queries.insert(alertDelivery).values([...values]);
}

export type AlertDeliveryFilter = {
  workspaceId: string;
  alertId?: string | undefined;
  channelId?: string | undefined;
  status?: string | undefined;
  offset: number;
  limit: number;
};

/** Returns a page of a workspace's messages, newest first, and their total number. */
export async function listAlertDeliveries(queries: Queries, filter: AlertDeliveryFilter) {
  const { workspaceId, alertId, channelId, status, offset, limit } = filter;
  const where = and(
    eq(alertDelivery.workspaceId, workspaceId),
    alertId === undefined ? undefined : eq(alertDelivery.alertId, alertId),
    channelId === undefined ? undefined : eq(alertDelivery.channelId, channelId),
    status === undefined ? undefined : eq(alertDelivery.status, status),
  );
  const rows = await queries
    .select()
    .from(alertDelivery)
    .where(where)
    .orderBy(desc(alertDelivery.createdAt), desc(alertDelivery.id))
    .limit(limit)
    .offset(offset);
  const [total] = await queries.select({ count: count() }).from(alertDelivery).where(where);
  return { rows, total: total?.count ?? 0 };
}

/** Takes due messages that no other process works on. */
export async function claimAlertDeliveries(
  { pool, queries }: { pool: pg.Pool; queries: Queries },
  processId: string,
  most: number,
): Promise<AlertDeliveryRow[]> {
  const ids = await holdDue(pool, "alert_delivery", processId, most);
  if (ids.length === 0) return [];
  return queries.select().from(alertDelivery).where(inArray(alertDelivery.id, ids));
}

/** Returns the milliseconds until the next message is due; undefined if there is none. */
export function nextAlertDelivery(pool: pg.Pool): Promise<number | undefined> {
  return nextDue(pool, "alert_delivery");
}

type Noted = { status: string; attempts: DeliveryAttempt[]; inMs: number };

/** Records an attempt and releases the message. */
export async function recordAlertAttempt(
  queries: Queries,
  { id, workspaceId, heldBy }: Pick<AlertDeliveryRow, "id" | "workspaceId" | "heldBy">,
  { status, attempts, inMs }: Noted,
): Promise<void> {
  const nextAttemptAt = sql`now() + ${Math.round(inMs)}::int * interval '1 ms'`;
  const isHeld = and(
    eq(alertDelivery.workspaceId, workspaceId),
    eq(alertDelivery.id, id),
    eq(alertDelivery.heldBy, heldBy ?? ""),
  );
  await queries
    .update(alertDelivery)
    .set({ status, attempts, nextAttemptAt, heldBy: null, heldUntil: null })
    .where(isHeld);
}

import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type pg from "pg";
import type { Queries } from "./database.ts";
import { holdDue, nextDue } from "./due-deliveries.ts";
import { webhookDelivery, workspaceWebhook } from "./schema/webhooks.ts";

export type DeliveryRow = typeof webhookDelivery.$inferSelect;
export type WebhookRow = Pick<typeof workspaceWebhook.$inferSelect, "url" | "secretVersion">;
/** One attempt as it is stored; `at` is an ISO timestamp. */
export type DeliveryAttempt = { at: string; status: number | null; error: string | null; durationMs: number };

/** Returns a workspace's webhook; the defaults if none was set. */
export async function findWebhook(queries: Queries, workspaceId: string): Promise<WebhookRow> {
  const [row] = await queries.select().from(workspaceWebhook).where(eq(workspaceWebhook.workspaceId, workspaceId));
  return row ?? { url: null, secretVersion: 1 };
}

/** Changes a workspace's webhook address. */
export async function setWebhookUrl(queries: Queries, workspaceId: string, url: string | null): Promise<WebhookRow> {
  const [row] = await queries
    .insert(workspaceWebhook)
    .values({ workspaceId, url })
    .onConflictDoUpdate({ target: workspaceWebhook.workspaceId, set: { url } })
    .returning();
  return row as WebhookRow;
}

/** Rotates a workspace's signing secret. */
export async function nextWebhookSecret(queries: Queries, workspaceId: string): Promise<WebhookRow> {
  const [row] = await queries
    .insert(workspaceWebhook)
    .values({ workspaceId, secretVersion: 2 })
    .onConflictDoUpdate({
      target: workspaceWebhook.workspaceId,
      set: { secretVersion: sql`${workspaceWebhook.secretVersion} + 1` },
    })
    .returning();
  return row as WebhookRow;
}

type Message = Pick<DeliveryRow, "workspaceId" | "jobId" | "idempotencyKey" | "event" | "body">;

const TELL = `
  insert into webhook_delivery (workspace_id, job_id, idempotency_key, event, body, url)
  select $1, $2, $3, $4, $5, to_tell.url
  from (select coalesce($6, (select url from workspace_webhook where workspace_id = $1)) as url) as to_tell
  where to_tell.url is not null`;

/** Queues a message for `url`, otherwise for the workspace's webhook; does nothing if there is neither. */
export async function queueMessage(
  connection: Pick<pg.Pool, "query">,
  message: Message,
  url: string | null,
): Promise<void> {
  const { workspaceId, jobId, idempotencyKey, event, body } = message;
  await connection.query(TELL, [workspaceId, jobId, idempotencyKey, event, body, url]);
}

/** Queues the message of an earlier delivery again. */
export async function repeatDelivery(queries: Queries, earlier: DeliveryRow): Promise<DeliveryRow> {
  const { workspaceId, jobId, idempotencyKey, event, url, body } = earlier;
  const [row] = await queries
    .insert(webhookDelivery)
    .values({ workspaceId, jobId, idempotencyKey, event, url, body })
    .returning();
  return row as DeliveryRow;
}

export async function findDelivery(
  queries: Queries,
  workspaceId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  const [row] = await queries
    .select()
    .from(webhookDelivery)
    .where(and(eq(webhookDelivery.id, id), eq(webhookDelivery.workspaceId, workspaceId)));
  return row;
}

/** Returns a job's deliveries, newest first. */
export function listDeliveries(queries: Queries, workspaceId: string, jobId: string): Promise<DeliveryRow[]> {
  return queries
    .select()
    .from(webhookDelivery)
    .where(and(eq(webhookDelivery.workspaceId, workspaceId), eq(webhookDelivery.jobId, jobId)))
    .orderBy(desc(webhookDelivery.createdAt))
    .limit(100);
}

/** Deletes deliveries started before a time that are no longer attempted. Returns the number of deleted ones. */
export async function dropOldDeliveries(pool: pg.Pool, before: Date): Promise<number> {
  const { rowCount } = await pool.query("delete from webhook_delivery where created_at < $1 and status <> 'pending'", [
    before,
  ]);
  return rowCount ?? 0;
}

/** Returns the latest delivery of each of these jobs, by job. */
export async function latestDeliveries(
  queries: Queries,
  workspaceId: string,
  jobIds: readonly string[],
): Promise<Map<string, string>> {
  if (jobIds.length === 0) return new Map();
  const { jobId, status, createdAt } = webhookDelivery;
  const rows = await queries
    .selectDistinctOn([jobId], { jobId, status })
    .from(webhookDelivery)
    .where(and(eq(webhookDelivery.workspaceId, workspaceId), inArray(jobId, [...jobIds])))
    .orderBy(jobId, desc(createdAt));
  return new Map(rows.map((row) => [row.jobId, row.status]));
}

/** Takes due deliveries that no other process works on. */
export async function claimDeliveries(
  { pool, queries }: { pool: pg.Pool; queries: Queries },
  processId: string,
  most: number,
): Promise<DeliveryRow[]> {
  const ids = await holdDue(pool, "webhook_delivery", processId, most);
  if (ids.length === 0) return [];
  return queries.select().from(webhookDelivery).where(inArray(webhookDelivery.id, ids));
}

/** Returns the milliseconds until the next delivery is due; undefined if there is none. */
export function nextDelivery(pool: pg.Pool): Promise<number | undefined> {
  return nextDue(pool, "webhook_delivery");
}

type Noted = { id: string; processId: string; status: string; attempts: DeliveryAttempt[]; inMs: number };

/** Records an attempt and releases the delivery. */
export async function recordAttempt(queries: Queries, { id, processId, status, attempts, inMs }: Noted): Promise<void> {
  const nextAttemptAt = sql`now() + ${Math.round(inMs)}::int * interval '1 ms'`;
  await queries
    .update(webhookDelivery)
    .set({ status, attempts, nextAttemptAt, heldBy: null, heldUntil: null })
    .where(and(eq(webhookDelivery.id, id), eq(webhookDelivery.heldBy, processId)));
}

import { and, count, desc, eq, gt, isNotNull, isNull } from "drizzle-orm";
import type pg from "pg";
import type { Queries } from "./database.ts";
import { alert } from "./schema/alerts.ts";
import { workspace } from "./schema/workspaces.ts";

export type AlertRow = Omit<typeof alert.$inferSelect, "numbers"> & { numbers: AlertNumbers };
export type AlertNumbers = Record<string, number | string | null>;
export type NewAlert = Pick<
  AlertRow,
  | ("workspaceId" | "ruleId" | "ruleName" | "kind" | "subject" | "subjectName" | "message" | "numbers")
  | ("openedAt" | "lastSeenAt" | "snoozedUntil")
>;
export type AlertChanges = Partial<
  Pick<
    AlertRow,
    | ("subjectName" | "message" | "numbers" | "lastSeenAt" | "resolvedAt" | "snoozedUntil" | "ruleName")
    | ("acknowledgedAt" | "acknowledgedBy")
  >
>;

/** Opens an alert. Returns undefined if the rule already has an open one about this subject. */
export async function insertAlert(queries: Queries, values: NewAlert): Promise<AlertRow | undefined> {
  const [row] = await queries.insert(alert).values(values).onConflictDoNothing().returning();
  return row as AlertRow | undefined;
}

/** Returns a rule's open alerts. */
export async function openAlertsOf(queries: Queries, workspaceId: string, ruleId: string): Promise<AlertRow[]> {
  const rows = await queries.select().from(alert).where(isOpenOf(workspaceId, ruleId));
  return rows as AlertRow[];
}

/** Returns until when an earlier alert of the same rule and subject is snoozed; null if it is not. */
export async function snoozeOfSubject(
  queries: Queries,
  { workspaceId, ruleId, subject }: { workspaceId: string; ruleId: string; subject: string },
  now: Date,
): Promise<Date | null> {
  const [row] = await queries
    .select({ snoozedUntil: alert.snoozedUntil })
    .from(alert)
    .where(
      and(
        eq(alert.workspaceId, workspaceId),
        eq(alert.ruleId, ruleId),
        eq(alert.subject, subject),
        gt(alert.snoozedUntil, now),
      ),
    )
    .orderBy(desc(alert.openedAt))
    .limit(1);
  return row?.snoozedUntil ?? null;
}

/** Changes an open alert. Returns undefined if it is gone or resolved. */
export async function updateOpenAlert(
  queries: Queries,
  { workspaceId, id }: Pick<AlertRow, "workspaceId" | "id">,
  changes: AlertChanges,
): Promise<AlertRow | undefined> {
  const isOpen = and(eq(alert.workspaceId, workspaceId), eq(alert.id, id), isNull(alert.resolvedAt));
  const [row] = await queries.update(alert).set(changes).where(isOpen).returning();
  return row as AlertRow | undefined;
}

/** Closes the open alerts of a rule that is disabled or deleted. */
export async function closeAlerts(queries: Queries, workspaceId: string, ruleId: string, at: Date): Promise<void> {
  await queries.update(alert).set({ resolvedAt: at }).where(isOpenOf(workspaceId, ruleId));
}

/** Returns an alert of one organization; undefined for another's. */
export async function findAlert(queries: Queries, organizationId: string, id: string): Promise<AlertRow | undefined> {
  const [found] = await queries
    .select({ row: alert })
    .from(alert)
    .innerJoin(workspace, eq(workspace.id, alert.workspaceId))
    .where(and(eq(alert.id, id), eq(workspace.organizationId, organizationId)));
  return found?.row as AlertRow | undefined;
}

export type AlertFilter = {
  workspaceId: string;
  state?: "open" | "resolved" | undefined;
  ruleId?: string | undefined;
  offset: number;
  limit: number;
};

/** Returns a page of a workspace's alerts, newest first, and their total number. */
export async function listAlerts(queries: Queries, { workspaceId, state, ruleId, offset, limit }: AlertFilter) {
  const where = and(
    eq(alert.workspaceId, workspaceId),
    state === "open" ? isNull(alert.resolvedAt) : undefined,
    state === "resolved" ? isNotNull(alert.resolvedAt) : undefined,
    ruleId === undefined ? undefined : eq(alert.ruleId, ruleId),
  );
  const rows = await queries
    .select()
    .from(alert)
    .where(where)
    .orderBy(desc(alert.openedAt), desc(alert.id))
    .limit(limit)
    .offset(offset);
  const [total] = await queries.select({ count: count() }).from(alert).where(where);
  return { rows: rows as AlertRow[], total: total?.count ?? 0 };
}

/**
 * Deletes resolved alerts that ended before a time, with their messages, and older messages to one person. Returns the
 * number of deleted alerts.
 */
export async function dropOldAlerts(pool: pg.Pool, before: Date): Promise<number> {
  await pool.query("delete from alert_delivery where alert_id is null and created_at < $1", [before]);
  const { rowCount } = await pool.query("delete from alert where resolved_at < $1", [before]);
  return rowCount ?? 0;
}

function isOpenOf(workspaceId: string, ruleId: string) {
  return and(eq(alert.workspaceId, workspaceId), eq(alert.ruleId, ruleId), isNull(alert.resolvedAt));
}

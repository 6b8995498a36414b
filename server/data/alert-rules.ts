import { and, asc, count, eq, inArray, isNull, sql } from "drizzle-orm";
import type pg from "pg";
import type { Queries, Transaction } from "./database.ts";
import { alert, alertRule } from "./schema/alerts.ts";
import { workspace } from "./schema/workspaces.ts";

export type AlertRuleRow = typeof alertRule.$inferSelect;
export type NewAlertRule = Pick<
  AlertRuleRow,
  "workspaceId" | "name" | "kind" | "params" | "channelIds" | "enabled" | "evaluateAt"
>;
export type AlertRuleChanges = Partial<Omit<NewAlertRule, "workspaceId" | "kind">>;

/** Adds a rule. Returns undefined and adds nothing if the workspace already has `most`. */
export async function insertAlertRule(
  queries: Transaction,
  values: NewAlertRule,
  most: number,
): Promise<AlertRuleRow | undefined> {
  const { workspaceId } = values;
  await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`alert_rules:${workspaceId}`}, 0))`);
  const own = eq(alertRule.workspaceId, workspaceId);
  const [found] = await queries.select({ count: count() }).from(alertRule).where(own);
  if ((found?.count ?? 0) >= most) return undefined;
  const [row] = await queries.insert(alertRule).values(values).returning();
  return row;
}

/** Returns a rule of one organization; undefined for another's. */
export async function findAlertRule(
  queries: Queries,
  organizationId: string,
  id: string,
): Promise<AlertRuleRow | undefined> {
  const [found] = await queries
    .select({ row: alertRule })
    .from(alertRule)
    .innerJoin(workspace, eq(workspace.id, alertRule.workspaceId))
    .where(and(eq(alertRule.id, id), eq(workspace.organizationId, organizationId)));
  return found?.row;
}

/** Returns a page of a workspace's rules, oldest first, and their total number. */
export async function listAlertRules(queries: Queries, workspaceId: string, offset: number, limit: number) {
  const where = eq(alertRule.workspaceId, workspaceId);
  const rows = await queries
    .select()
    .from(alertRule)
    .where(where)
    .orderBy(asc(alertRule.createdAt), asc(alertRule.id))
    .limit(limit)
    .offset(offset);
  const [total] = await queries.select({ count: count() }).from(alertRule).where(where);
  return { rows, total: total?.count ?? 0 };
}

/** Returns the number of open alerts of each of these rules; rules without any are absent. */
export async function countOpenAlerts(
  queries: Queries,
  workspaceId: string,
  ruleIds: readonly string[],
): Promise<Map<string, number>> {
  if (ruleIds.length === 0) return new Map();
  const open = and(eq(alert.workspaceId, workspaceId), inArray(alert.ruleId, [...ruleIds]), isNull(alert.resolvedAt));
  const rows = await queries
    .select({ ruleId: alert.ruleId, count: count() })
    .from(alert)
    .where(open)
    .groupBy(alert.ruleId);
  return new Map(rows.map((row) => [row.ruleId as string, row.count]));
}

/** Changes a rule. Returns undefined if it is gone. */
export async function updateAlertRule(
  queries: Queries,
  { workspaceId, id }: Pick<AlertRuleRow, "workspaceId" | "id">,
  changes: AlertRuleChanges,
): Promise<AlertRuleRow | undefined> {
  const [row] = await queries
    .update(alertRule)
    .set({ ...changes, updatedAt: new Date() })
    .where(hasId(workspaceId, id))
    .returning();
  return row;
}

/** Deletes a rule; its alerts stay. Returns false if it is gone. */
export async function deleteAlertRule(queries: Queries, workspaceId: string, id: string): Promise<boolean> {
  const rows = await queries.delete(alertRule).where(hasId(workspaceId, id)).returning({ id: alertRule.id });
  return rows.length > 0;
}

/** A rule that is due, with its workspace. */
export type DueRule = AlertRuleRow & {
  organizationId: string;
  workspaceName: string;
  workspaceSlug: string;
  isDefault: boolean;
  timeZone: string;
};

// Moving the time forward is the lease: a process that ends during an evaluation delays it by one interval.
const CLAIM = `
  update alert_rule set evaluate_at = now() + $1::float8 * interval '1 s' where id in (
    select id from alert_rule where enabled and evaluate_at <= now()
    order by evaluate_at for update skip locked limit $2
  ) returning id`;

/** Takes rules that are due; no other process evaluates them for `seconds`. */
export async function claimAlertRules(
  { pool, queries }: { pool: pg.Pool; queries: Queries },
  seconds: number,
  most: number,
): Promise<DueRule[]> {
  const { rows } = await pool.query<{ id: string }>(CLAIM, [seconds, most]);
  if (rows.length === 0) return [];
  const { organizationId, name: workspaceName, slug: workspaceSlug, isDefault, timeZone } = workspace;
  const ids = rows.map(({ id }) => id);
  const found = await queries
    .select({ rule: alertRule, organizationId, workspaceName, workspaceSlug, isDefault, timeZone })
    .from(alertRule)
    .innerJoin(workspace, eq(workspace.id, alertRule.workspaceId))
    .where(inArray(alertRule.id, ids));
  return found.map(({ rule, ...place }) => ({ ...rule, ...place }));
}

/**
 * Locks a rule for the transaction and records its evaluation. Returns false if it is gone or disabled, or was evaluated
 * with other parameters, so that no alert may open or end.
 */
export async function lockEvaluatedRule(
  queries: Transaction,
  { workspaceId, id, params }: Pick<AlertRuleRow, "workspaceId" | "id" | "params">,
  at: Date,
): Promise<boolean> {
  const rows = await queries
    .update(alertRule)
    .set({ evaluatedAt: at, evaluationError: null })
    .where(and(hasId(workspaceId, id), alertRule.enabled, eq(alertRule.params, params)))
    .returning({ id: alertRule.id });
  return rows.length > 0;
}

/** Records that a rule could not be evaluated. */
export async function noteEvaluationError(
  queries: Queries,
  { workspaceId, id }: Pick<AlertRuleRow, "workspaceId" | "id">,
  error: string,
): Promise<void> {
  await queries.update(alertRule).set({ evaluationError: error }).where(hasId(workspaceId, id));
}

function hasId(workspaceId: string, id: string) {
  return and(eq(alertRule.workspaceId, workspaceId), eq(alertRule.id, id));
}

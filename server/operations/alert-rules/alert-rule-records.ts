import type { z } from "zod";
import type { AlertRule } from "#lib/contract/alert-rules.ts";
import { coversWorkspace } from "#server/auth/key-scopes.ts";
import type { Principal } from "#server/caller/principal.ts";
import { findAlertChannels } from "#server/data/alert-channels.ts";
import { type AlertRuleRow, countOpenAlerts, findAlertRule } from "#server/data/alert-rules.ts";
import type { Queries } from "#server/data/database.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";

type Wire = z.output<typeof AlertRule>;

/** Converts stored rules of one workspace to their API records. */
export async function alertRuleRecords(queries: Queries, rows: readonly AlertRuleRow[]): Promise<Wire[]> {
  const [first] = rows;
  if (!first) return [];
  const ids = rows.map(({ id }) => id);
  const open = await countOpenAlerts(queries, first.workspaceId, ids);
  return rows.map((row) => ({
    ...alertRuleSettings(row),
    open_alerts: open.get(row.id) ?? 0,
    evaluated_at: row.evaluatedAt?.toISOString() ?? null,
    evaluation_error: row.evaluationError,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }));
}

/** Converts one stored rule to its API record. */
export async function alertRuleRecord(queries: Queries, row: AlertRuleRow): Promise<Wire> {
  const [record] = await alertRuleRecords(queries, [row]);
  return record as Wire;
}

/** Returns a rule's settings; the audit log stores these. */
export function alertRuleSettings(row: AlertRuleRow) {
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    name: row.name,
    kind: row.kind as Wire["kind"],
    params: row.params as Wire["params"],
    channel_ids: row.channelIds,
    enabled: row.enabled,
  };
}

/** Returns a rule as the target of an audit entry. */
export function ruleTarget({ id, name }: AlertRuleRow) {
  return { type: "alert_rule", id, name };
}

/** Returns a rule of the caller's organization. Throws 404 for any other. */
export async function requireAlertRule({ database }: Gateway, principal: Principal, id: string): Promise<AlertRuleRow> {
  const row = await findAlertRule(database.queries, principal.organizationId, id);
  if (!row || !coversWorkspace(principal, row.workspaceId)) throw unknownRule();
  return row;
}

export function unknownRule(): HttpError {
  return new HttpError(404, "Alert rule not found");
}

/** Throws 400 for a channel outside the workspace. */
export async function requireOwnChannels(queries: Queries, workspaceId: string, ids: readonly string[]): Promise<void> {
  const own = new Set((await findAlertChannels(queries, workspaceId, ids)).map(({ id }) => id));
  const foreign = ids.find((id) => !own.has(id));
  if (foreign) throw new HttpError(400, `Invalid request: channel_ids: this workspace has no alert channel ${foreign}`);
}

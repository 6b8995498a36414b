import type { z } from "zod";
import { type AlertDelivery, listAlertDeliveries as endpoint } from "#lib/contract/alerts.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { type AlertDeliveryRow, listAlertDeliveries as listRows } from "#server/data/alert-deliveries.ts";
import type { DeliveryAttempt } from "#server/data/webhooks.ts";
import { operation } from "#server/http/operation.ts";
import { attemptRecord } from "../webhooks/webhook-records.ts";

export const listAlertDeliveries = operation(endpoint)(async (gateway, { principal, query }) => {
  const workspaceId = await requireWorkspace(gateway, principal, query.workspace_id);
  const { alert_id: alertId, channel_id: channelId, status, offset, limit } = query;
  const filter = { workspaceId, alertId, channelId, status, offset, limit };
  const { rows, total } = await listRows(gateway.database.queries, filter);
  return { data: rows.map(deliveryRecord), total_count: total };
});

type Wire = z.output<typeof AlertDelivery>;

function deliveryRecord(row: AlertDeliveryRow): Wire {
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    alert_id: row.alertId,
    channel_id: row.channelId,
    channel_name: row.channelName,
    event: row.event as Wire["event"],
    rule_name: row.ruleName,
    status: row.status as Wire["status"],
    attempts: (row.attempts as DeliveryAttempt[]).map(attemptRecord),
    next_attempt_at: row.status === "pending" ? row.nextAttemptAt.toISOString() : null,
    created_at: row.createdAt.toISOString(),
  };
}

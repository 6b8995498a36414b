import { listAlertChannels as endpoint } from "#lib/contract/alert-channels.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { listAlertChannels as listRows } from "#server/data/alert-channels.ts";
import { operation } from "#server/http/operation.ts";
import { alertChannelRecord } from "./alert-channel-records.ts";

export const listAlertChannels = operation(endpoint)(async (gateway, { principal, query }) => {
  const workspaceId = await requireWorkspace(gateway, principal, query.workspace_id);
  const { rows, total } = await listRows(gateway.database.queries, workspaceId, query.offset, query.limit);
  return {
    data: rows.map((row) => alertChannelRecord(gateway, row)),
    total_count: total,
    is_email_available: gateway.environment.SMTP_URL !== undefined,
  };
});

import { getWebhook as endpoint } from "#lib/contract/webhooks.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { findWebhook } from "#server/data/webhooks.ts";
import { operation } from "#server/http/operation.ts";
import { webhookRecord } from "./webhook-records.ts";

export const getWebhook = operation(endpoint)(async (gateway, { principal, query }) => {
  const workspaceId = await requireWorkspace(gateway, principal, query.workspace_id);
  return { data: webhookRecord(gateway, workspaceId, await findWebhook(gateway.database.queries, workspaceId)) };
});

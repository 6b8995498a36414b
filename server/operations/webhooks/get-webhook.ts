import { getWebhook as endpoint } from "#lib/contract/webhooks.ts";
import { workspaceInReach } from "#server/auth/reach.ts";
import { findWebhook } from "#server/data/webhooks.ts";
import { operation } from "#server/http/operation.ts";
import { gateway } from "#server/opened-gateway.ts";
import { webhookRecord } from "./webhook-records.ts";

export const getWebhook = operation(endpoint)(async ({ principal, query }) => {
  const open = gateway();
  const workspaceId = await workspaceInReach(open, principal, query.workspace_id);
  return { data: webhookRecord(open, workspaceId, await findWebhook(open.database.queries, workspaceId)) };
});

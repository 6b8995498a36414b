import { rotateWebhookSecret as endpoint } from "#lib/contract/webhooks.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { workspaceInReach } from "#server/auth/reach.ts";
import { nextWebhookSecret } from "#server/data/webhooks.ts";
import { operation } from "#server/http/operation.ts";
import { gateway } from "#server/opened-gateway.ts";
import { webhookRecord } from "./webhook-records.ts";

export const rotateWebhookSecret = operation(endpoint)(async (call) => {
  const open = gateway();
  const workspaceId = await workspaceInReach(open, call.principal, call.query.workspace_id);
  const row = await open.database.queries.transaction(async (queries) => {
    const changed = await nextWebhookSecret(queries, workspaceId);
    await recordChange(queries, call, {
      action: "webhook.rotate",
      target: { type: "webhook", id: workspaceId },
      before: { version: changed.secretVersion - 1 },
      after: { version: changed.secretVersion },
      workspaceId,
    });
    return changed;
  });
  return { data: webhookRecord(open, workspaceId, row) };
});

import { rotateWebhookSecret as endpoint } from "#lib/contract/webhooks.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { nextWebhookSecret } from "#server/data/webhooks.ts";
import { operation } from "#server/http/operation.ts";
import { webhookRecord } from "./webhook-records.ts";

export const rotateWebhookSecret = operation(endpoint)(async (gateway, call) => {
  const workspaceId = await requireWorkspace(gateway, call.principal, call.query.workspace_id);
  const row = await gateway.database.queries.transaction(async (queries) => {
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
  return { data: webhookRecord(gateway, workspaceId, row) };
});

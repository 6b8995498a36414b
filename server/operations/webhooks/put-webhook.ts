import { putWebhook as endpoint } from "#lib/contract/webhooks.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { workspaceInReach } from "#server/auth/reach.ts";
import { findWebhook, setWebhookUrl } from "#server/data/webhooks.ts";
import { operation } from "#server/http/operation.ts";
import { gateway } from "#server/opened-gateway.ts";
import { requirePublicUrl } from "#server/pipeline/planning/public-url.ts";
import { webhookRecord } from "./webhook-records.ts";

export const putWebhook = operation(endpoint)(async (call) => {
  const { principal, query, body } = call;
  const open = gateway();
  const workspaceId = await workspaceInReach(open, principal, query.workspace_id);
  if (body.url !== null) await requirePublicUrl(body.url, "url");
  const before = await findWebhook(open.database.queries, workspaceId);
  const row = await open.database.queries.transaction(async (queries) => {
    const changed = await setWebhookUrl(queries, workspaceId, body.url);
    await recordChange(queries, call, {
      action: "webhook.update",
      target: { type: "webhook", id: workspaceId },
      before: { url: before.url },
      after: { url: changed.url },
      workspaceId,
    });
    return changed;
  });
  return { data: webhookRecord(open, workspaceId, row) };
});

import { putWebhook as endpoint } from "#lib/contract/webhooks.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { findWebhook, setWebhookUrl } from "#server/data/webhooks.ts";
import { operation } from "#server/http/operation.ts";
import { requireAllowedUrl } from "#server/pipeline/planning/public-url.ts";
import { webhookRecord } from "./webhook-records.ts";

export const putWebhook = operation(endpoint)(async (gateway, call) => {
  const { principal, query, body } = call;
  const workspaceId = await requireWorkspace(gateway, principal, query.workspace_id);
  if (body.url !== null) await requireAllowedUrl(gateway, body.url, "url");
  const before = await findWebhook(gateway.database.queries, workspaceId);
  const row = await gateway.database.queries.transaction(async (queries) => {
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
  return { data: webhookRecord(gateway, workspaceId, row) };
});

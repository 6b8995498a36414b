import { testWebhook as endpoint } from "#lib/contract/webhooks.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { findWebhook } from "#server/data/webhooks.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { attemptOf } from "#server/jobs/videos/deliver.ts";
import { attemptRecord } from "./webhook-records.ts";

export const testWebhook = operation(endpoint)(async (gateway, { principal, query, departure }) => {
  const workspaceId = await requireWorkspace(gateway, principal, query.workspace_id);
  const { url, secretVersion } = await findWebhook(gateway.database.queries, workspaceId);
  if (url === null) throw new HttpError(409, "The workspace has no webhook URL; set one first");
  const id = crypto.randomUUID();
  const body = JSON.stringify({ type: "webhook.test", data: { id, workspace_id: workspaceId } });
  const parts = {
    dispatcher: gateway.allowedEgress,
    signer: gateway.webhookSigner,
    secret: gateway.webhookSigner.secretOf(workspaceId, secretVersion),
    nowMs: gateway.now(),
    signal: departure.signal,
  };
  const attempt = await attemptOf({ url, body, idempotencyKey: `test:${id}` }, parts);
  return { data: { url, ...attemptRecord(attempt) } };
});

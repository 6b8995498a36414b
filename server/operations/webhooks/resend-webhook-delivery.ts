import { resendWebhookDelivery as endpoint } from "#lib/contract/webhooks.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { findDelivery, repeatDelivery } from "#server/data/webhooks.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { deliveryRecord } from "./webhook-records.ts";

export const resendWebhookDelivery = operation(endpoint)(async (gateway, call) => {
  const workspaceId = await requireWorkspace(gateway, call.principal, call.query.workspace_id);
  const earlier = await findDelivery(gateway.database.queries, workspaceId, call.params.id);
  if (!earlier) throw new HttpError(404, "Delivery not found");
  const row = await gateway.database.queries.transaction(async (queries) => {
    const made = await repeatDelivery(queries, earlier);
    await recordChange(queries, call, {
      action: "webhook.resend",
      target: { type: "webhook-delivery", id: made.id, name: made.jobId },
      before: null,
      after: { event: made.event, url: made.url, earlier: earlier.id },
      workspaceId,
    });
    return made;
  });
  gateway.deliveriesDue.wake();
  return { data: deliveryRecord(row) };
});

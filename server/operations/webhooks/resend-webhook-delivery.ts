import { resendWebhookDelivery as endpoint } from "#lib/contract/webhooks.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { workspaceInReach } from "#server/auth/reach.ts";
import { findDelivery, repeatDelivery } from "#server/data/webhooks.ts";
import { HttpError } from "#server/errors.ts";
import { gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { deliveryRecord } from "./webhook-records.ts";

export const resendWebhookDelivery = operation(endpoint)(async (call) => {
  const open = gateway();
  const { queries } = open.database;
  const workspaceId = await workspaceInReach(open, call.principal, call.query.workspace_id);
  const earlier = await findDelivery(queries, workspaceId, call.params.id);
  if (!earlier) throw new HttpError(404, "Delivery not found");
  const row = await repeatDelivery(queries, earlier);
  open.deliveriesDue.ring();
  await recordChange(call, {
    action: "webhook.resend",
    target: { type: "webhook-delivery", id: row.id, name: row.jobId },
    before: null,
    after: { event: row.event, url: row.url, earlier: earlier.id },
    workspaceId,
  });
  return { data: deliveryRecord(row) };
});

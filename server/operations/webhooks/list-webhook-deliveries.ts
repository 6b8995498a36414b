import { listWebhookDeliveries as endpoint } from "#lib/contract/webhooks.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { findVideoJob } from "#server/data/video-jobs.ts";
import { listDeliveries } from "#server/data/webhooks.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { deliveryRecord } from "./webhook-records.ts";

export const listWebhookDeliveries = operation(endpoint)(async (gateway, { principal, params, query }) => {
  const { queries } = gateway.database;
  const workspaceId = await requireWorkspace(gateway, principal, query.workspace_id);
  if (!(await findVideoJob(queries, workspaceId, params.id))) throw new HttpError(404, "Video job not found");
  return { data: (await listDeliveries(queries, workspaceId, params.id)).map(deliveryRecord) };
});

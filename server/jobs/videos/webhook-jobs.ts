import { claimDeliveries, type DeliveryRow, findWebhook, nextDelivery, recordAttempt } from "#server/data/webhooks.ts";
import type { Job } from "../run-every.ts";
import { runWhenDue } from "../run-when-due.ts";
import { deliver } from "./deliver.ts";
import type { VideoGateway } from "./video-gateway.ts";

const AT_ONCE = 16;
const SEARCH_MS = 15_000;

/**
 * Starts the job that delivers webhooks of finished videos. A lease in the database gives each delivery to one process
 * at a time.
 */
export function startWebhookJobs(gateway: VideoGateway): Job {
  const send = async (delivery: DeliveryRow) => {
    const { database, allowedEgress, webhookSigner: signer, processId, now } = gateway;
    const { secretVersion } = await findWebhook(database.queries, delivery.workspaceId);
    const done = await deliver(delivery, {
      dispatcher: allowedEgress,
      signer,
      secret: signer.secretOf(delivery.workspaceId, secretVersion),
      nowMs: now(),
      signal: new AbortController().signal,
    });
    await recordAttempt(database.queries, { id: delivery.id, processId, ...done });
  };
  const search = async () => {
    const due = await claimDeliveries(gateway.database, gateway.processId, AT_ONCE);
    await Promise.all(due.map(send));
    return nextDelivery(gateway.database.pool);
  };
  return runWhenDue(search, {
    name: "deliver webhooks",
    wakeup: gateway.deliveriesDue,
    log: gateway.log,
    maxSleepMs: SEARCH_MS,
  });
}

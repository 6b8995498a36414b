import type { z } from "zod";
import type { getWebhook, WebhookDelivery } from "#lib/contract/webhooks.ts";
import type { DeliveryAttempt, DeliveryRow, WebhookRow } from "#server/data/webhooks.ts";
import type { Gateway } from "#server/gateway.ts";

type WebhookRecord = z.output<typeof getWebhook.response>["data"];
type DeliveryRecord = z.output<typeof WebhookDelivery>;

export function webhookRecord({ webhookSigner }: Gateway, workspaceId: string, row: WebhookRow): WebhookRecord {
  return { url: row.url, signing_secret: webhookSigner.secretOf(workspaceId, row.secretVersion) };
}

export function attemptRecord({ durationMs, ...attempt }: DeliveryAttempt): DeliveryRecord["attempts"][number] {
  return { ...attempt, duration_ms: durationMs };
}

export function deliveryRecord(row: DeliveryRow): DeliveryRecord {
  return {
    id: row.id,
    job_id: row.jobId,
    event: row.event,
    url: row.url,
    status: row.status as DeliveryRecord["status"],
    attempts: (row.attempts as DeliveryAttempt[]).map(attemptRecord),
    next_attempt_at: row.status === "pending" ? row.nextAttemptAt.toISOString() : null,
    created_at: row.createdAt.toISOString(),
  };
}

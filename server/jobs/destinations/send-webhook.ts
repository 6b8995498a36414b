import type { WebhookSigner } from "#server/security/webhook-signer.ts";
import { signedHeaders } from "../signed-headers.ts";
import { type Outcome, type SendParts, sendOnce } from "./outcome.ts";
import type { TraceEvent } from "./trace-event.ts";

/** The configuration of type `webhook`. */
export type WebhookConfig = { url: string; method: "POST" | "PUT"; headers?: Record<string, string> };

export type WebhookBatch = {
  /** Stays the same if the same requests are sent again. */
  batchId: string;
  destinationId: string;
  workspaceId: string;
  events: readonly TraceEvent[];
};

/** Posts requests as one JSON message, signed like the workspace's other webhooks. */
export function sendWebhook(
  { url, method, headers }: WebhookConfig,
  { batchId, destinationId, workspaceId, events }: WebhookBatch,
  parts: SendParts & { signer: WebhookSigner; secret: string },
): Promise<Outcome> {
  const body = JSON.stringify({
    type: "generation.batch",
    id: batchId,
    destination_id: destinationId,
    workspace_id: workspaceId,
    data: events,
  });
  const signature = parts.signer.sign(parts.secret, body, Math.floor(parts.nowMs / 1000));
  const own = signedHeaders(signature, batchId);
  return sendOnce({ url, method, headers: { ...lowerCase(headers), ...own }, body }, parts);
}

/** Returns headers with names in lower case, so that the gateway's own replace the configured ones. */
export function lowerCase(headers: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

import type { DestinationType } from "#lib/contract/destination-config.ts";
import type { DestinationRow } from "#server/data/destinations.ts";
import { findWebhook } from "#server/data/webhooks.ts";
import type { NamedEvent } from "./batch-objects.ts";
import type { DestinationGateway } from "./destination-gateway.ts";
import { openConfig } from "./open-config.ts";
import { type OtlpConfig, sendOtlp } from "./otlp/send-otlp.ts";
import type { Outcome, SendParts } from "./outcome.ts";
import { type DiskConfig, sendDisk } from "./send-disk.ts";
import { type S3Config, sendS3 } from "./send-s3.ts";
import { sendWebhook, type WebhookConfig } from "./send-webhook.ts";

export type Batch = { batchId: string; events: readonly NamedEvent[] };

/** Sends requests to a destination once. Never throws because of the destination: its failures are in the result. */
export async function sendBatch(
  gateway: DestinationGateway,
  row: DestinationRow,
  { batchId, events }: Batch,
  signal: AbortSignal,
): Promise<Outcome> {
  const config = openConfig(gateway.destinationVault, row);
  const parts: SendParts = { dispatcher: gateway.allowedEgress, signal, nowMs: gateway.now() };
  const traceEvents = events.map(({ event }) => event);
  switch (row.type as DestinationType) {
    case "webhook": {
      const { id: destinationId, workspaceId } = row;
      const { webhookSigner: signer, database } = gateway;
      const { secretVersion } = await findWebhook(database.queries, workspaceId);
      const batch = { batchId, destinationId, workspaceId, events: traceEvents };
      const secret = signer.secretOf(workspaceId, secretVersion);
      return sendWebhook(config as WebhookConfig, batch, { ...parts, signer, secret });
    }
    case "otel-collector":
      return sendOtlp(config as OtlpConfig, traceEvents, parts);
    case "s3":
      if (config.secretAccessKey === undefined) return UNREADABLE;
      return sendS3(config as S3Config, { destinationId: row.id, events }, parts);
    case "disk": {
      const batch = { workspaceId: row.workspaceId, destinationId: row.id, events };
      return sendDisk(config as DiskConfig, batch, { folder: gateway.environment.DESTINATION_DISK_FOLDER, signal });
    }
  }
}

const UNREADABLE: Outcome = {
  status: null,
  error: "The stored credentials cannot be read with this installation's secret; enter them again",
  isRejected: false,
  retryAfterMs: null,
};

import type { PipelineGateway } from "#server/pipeline/pipeline-gateway.ts";
import type { WebhookSigner } from "#server/security/webhook-signer.ts";
import type { Metrics } from "#server/telemetry/metrics.ts";
import type { Wakeup } from "../wakeup.ts";

/** The parts of the gateway that video jobs and their webhooks use. */
export type VideoGateway = PipelineGateway & {
  metrics: Metrics;
  webhookSigner: WebhookSigner;
  videosDue: Wakeup;
  /** Signaled when this process has something to deliver. */
  deliveriesDue: Wakeup;
};

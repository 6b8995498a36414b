import type { Environment } from "#server/env.ts";
import type { Log } from "#server/log.ts";
import type { Telemetry } from "./telemetry.ts";

/**
 * Starts telemetry if the environment configures an OTLP endpoint; returns undefined otherwise, and then loads nothing
 * of the OpenTelemetry SDK.
 */
export async function openTelemetry(environment: Environment, log: Log): Promise<Telemetry | undefined> {
  const { OTEL_SDK_DISABLED, OTEL_EXPORTER_OTLP_ENDPOINT: shared } = environment;
  const hasTraces =
    environment.OTEL_TRACES_EXPORTER === "otlp" && (environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? shared);
  const hasMetrics =
    environment.OTEL_METRICS_EXPORTER === "otlp" && (environment.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT ?? shared);
  if (OTEL_SDK_DISABLED || !(hasTraces || hasMetrics)) return undefined;
  const { startSdk } = await import("./sdk.ts");
  return startSdk({ environment, hasTraces: Boolean(hasTraces), hasMetrics: Boolean(hasMetrics), log });
}

import { randomBytes } from "node:crypto";

/** A caller's trace: its id and the headers that name it. */
export function newTrace(isSampled = true): { traceId: string; spanId: string; headers: { traceparent: string } } {
  const [traceId, spanId] = [randomBytes(16).toString("hex"), randomBytes(8).toString("hex")];
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-0${isSampled ? 1 : 0}` } };
}

/** Exports soon, so that tests do not wait. */
export function exportingTo(url: string): Record<string, string> {
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_HEADERS: "x-collector-key=secret-of-the-collector",
    OTEL_BSP_SCHEDULE_DELAY: "50",
    OTEL_METRIC_EXPORT_INTERVAL: "100",
  };
}

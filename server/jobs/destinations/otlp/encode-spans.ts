import { type Attributes, type HrTime, SpanKind, SpanStatusCode, TraceFlags } from "@opentelemetry/api";
import { ProtobufTraceSerializer } from "@opentelemetry/otlp-transformer";
import { resourceFromAttributes } from "@opentelemetry/resources";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";

/** A finished client span. Null and undefined attributes are left out. */
export type Span = {
  /** 32 hex digits. */
  traceId: string;
  /** 16 hex digits. */
  spanId: string;
  name: string;
  /** Unix ms. */
  startMs: number;
  endMs: number;
  attributes: Record<string, Attributes[string] | null>;
  /** The error message; null if nothing failed. */
  error: string | null;
};

/** Returns spans as an ExportTraceServiceRequest in protobuf. */
export function encodeSpans(spans: readonly Span[], resource: Attributes, scopeName: string): Buffer {
  const origin = { resource: resourceFromAttributes(resource), instrumentationScope: { name: scopeName } };
  const bytes = ProtobufTraceSerializer.serializeRequest(spans.map((span) => ({ ...origin, ...toReadableSpan(span) })));
  return Buffer.from(bytes as Uint8Array);
}

function toReadableSpan(span: Span): Omit<ReadableSpan, "resource" | "instrumentationScope"> {
  const { traceId, spanId, name, startMs, endMs, attributes, error } = span;
  const presentAttributes = Object.entries(attributes).filter(([, value]) => value !== null && value !== undefined);
  return {
    name,
    kind: SpanKind.CLIENT,
    spanContext: () => ({ traceId, spanId, traceFlags: TraceFlags.SAMPLED }),
    startTime: toHrTime(startMs),
    endTime: toHrTime(endMs),
    duration: toHrTime(endMs - startMs),
    status: error === null ? { code: SpanStatusCode.UNSET } : { code: SpanStatusCode.ERROR, message: error },
    attributes: Object.fromEntries(presentAttributes) as Attributes,
    links: [],
    events: [],
    ended: true,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

function toHrTime(ms: number): HrTime {
  return [Math.floor(ms / 1000), (ms % 1000) * 1_000_000];
}

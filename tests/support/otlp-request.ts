import protobuf from "protobufjs";

// The messages of opentelemetry-proto 1.x for traces and histograms, with their published field numbers. They are
// decoded by a different implementation of the format than the gateway's.
const SCHEMA = `
  syntax = "proto3";
  message AnyValue {
    oneof value {
      string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4;
      ArrayValue array_value = 5;
    }
  }
  message ArrayValue { repeated AnyValue values = 1; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message InstrumentationScope { string name = 1; string version = 2; }
  message Status { string message = 2; int32 code = 3; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; string trace_state = 3; bytes parent_span_id = 4; string name = 5; int32 kind = 6;
    fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8; repeated KeyValue attributes = 9;
    Status status = 15;
  }
  message ScopeSpans { InstrumentationScope scope = 1; repeated Span spans = 2; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message ExportTraceServiceRequest { repeated ResourceSpans resource_spans = 1; }
  message HistogramDataPoint {
    fixed64 count = 4; optional double sum = 5; repeated double explicit_bounds = 7; repeated KeyValue attributes = 9;
  }
  message Histogram { repeated HistogramDataPoint data_points = 1; }
  message Metric { string name = 1; string unit = 3; Histogram histogram = 9; }
  message ScopeMetrics { repeated Metric metrics = 2; }
  message ResourceMetrics { repeated ScopeMetrics scope_metrics = 2; }
  message ExportMetricsServiceRequest { repeated ResourceMetrics resource_metrics = 1; }`;

const { root } = protobuf.parse(SCHEMA);
const REQUEST = root.lookupType("ExportTraceServiceRequest");
const METRICS_REQUEST = root.lookupType("ExportMetricsServiceRequest");

type Value = { stringValue?: string; boolValue?: boolean; intValue?: string; doubleValue?: number } & {
  arrayValue?: { values: Value[] };
};
type Wire = {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] };
    scopeSpans: {
      scope: { name: string };
      spans: {
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        traceState?: string;
        name: string;
        kind: number;
        startTimeUnixNano: string;
        endTimeUnixNano: string;
        attributes: { key: string; value: Value }[];
        status?: { message: string; code: number };
      }[];
    }[];
  }[];
};

/** Returns the spans of an OTLP request in protobuf; ids in hexadecimal, attributes by name. */
export function spansOf(bytes: Uint8Array) {
  const wire = REQUEST.toObject(REQUEST.decode(bytes), { longs: String, bytes: String, arrays: true }) as Wire;
  return wire.resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ scope, spans }) =>
      spans.map((span) => ({
        ...span,
        traceId: Buffer.from(span.traceId, "base64").toString("hex"),
        spanId: Buffer.from(span.spanId, "base64").toString("hex"),
        parentSpanId: Buffer.from(span.parentSpanId ?? "", "base64").toString("hex"),
        scope: scope.name,
        resource: byName(resource.attributes),
        attributes: byName(span.attributes),
      })),
    ),
  );
}

type WirePoint = { count: string; sum: number; explicitBounds: number[]; attributes: { key: string; value: Value }[] };
type WireMetric = { name: string; unit: string; histogram?: { dataPoints: WirePoint[] } };
type MetricsWire = { resourceMetrics: { scopeMetrics: { metrics: WireMetric[] }[] }[] };

/** Returns the points of all histograms of an OTLP request in protobuf. */
export function pointsOf(bytes: Uint8Array) {
  const decoded = METRICS_REQUEST.decode(bytes);
  const wire = METRICS_REQUEST.toObject(decoded, { longs: String, arrays: true }) as MetricsWire;
  const metrics = wire.resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
  return metrics.flatMap(({ name, unit, histogram }) =>
    (histogram?.dataPoints ?? []).map((point) => ({
      name,
      unit,
      count: Number(point.count),
      sum: point.sum,
      bounds: point.explicitBounds,
      attributes: byName(point.attributes),
    })),
  );
}

function byName(attributes: { key: string; value: Value }[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)]));
}

function plain(value: Value): unknown {
  if (value.arrayValue) return value.arrayValue.values.map(plain);
  if (value.intValue !== undefined) return Number(value.intValue);
  return value.stringValue ?? value.boolValue ?? value.doubleValue;
}

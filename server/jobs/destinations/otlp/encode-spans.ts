import { bytesField, doubleField, fixed64Field, integerField, type Message, messageField } from "./protobuf.ts";

/** A value of an attribute. A bigint and an integral number are sent as integers. */
export type AttributeValue = string | number | boolean | readonly string[] | { double: number };
export type Attributes = Record<string, AttributeValue | null | undefined>;

/** A span of a client that ended; times in Unix nanoseconds. */
export type Span = {
  /** 16 bytes. */
  traceId: Uint8Array;
  /** 8 bytes. */
  spanId: Uint8Array;
  name: string;
  startNs: bigint;
  endNs: bigint;
  attributes: Attributes;
  /** What failed; null: nothing. */
  error: string | null;
};

const KIND_CLIENT = 3;
const STATUS_ERROR = 2;

/**
 * Returns spans as an ExportTraceServiceRequest in protobuf. Field numbers are those of opentelemetry-proto 1.x:
 * `collector/trace/v1/trace_service.proto`, `trace/v1/trace.proto`, `common/v1/common.proto`.
 */
export function encodeSpans(spans: readonly Span[], resource: Attributes, scopeName: string): Buffer {
  const scopeSpans: Message = [
    ...messageField(1, bytesField(1, scopeName)),
    ...spans.flatMap((span) => messageField(2, spanMessage(span))),
  ];
  const resourceSpans = [...messageField(1, attributeFields(1, resource)), ...messageField(2, scopeSpans)];
  return Buffer.concat(messageField(1, resourceSpans));
}

function spanMessage({ traceId, spanId, name, startNs, endNs, attributes, error }: Span): Message {
  return [
    ...bytesField(1, traceId),
    ...bytesField(2, spanId),
    ...bytesField(5, name),
    ...integerField(6, KIND_CLIENT),
    ...fixed64Field(7, startNs),
    ...fixed64Field(8, endNs),
    ...attributeFields(9, attributes),
    ...(error === null ? [] : messageField(15, [...bytesField(2, error), ...integerField(3, STATUS_ERROR)])),
  ];
}

function attributeFields(field: number, attributes: Attributes): Message {
  return Object.entries(attributes).flatMap(([name, value]) => {
    if (value === null || value === undefined) return [];
    return messageField(field, [...bytesField(1, name), ...messageField(2, valueMessage(value))]);
  });
}

function valueMessage(value: AttributeValue): Message {
  if (typeof value === "string") return bytesField(1, value);
  if (typeof value === "boolean") return integerField(2, value ? 1 : 0);
  if (typeof value === "number") return integerField(3, Math.round(value));
  if ("double" in value) return doubleField(4, value.double);
  return messageField(
    5,
    value.flatMap((one) => messageField(1, bytesField(1, one))),
  );
}

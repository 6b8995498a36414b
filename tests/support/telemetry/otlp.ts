import { doubleIn, doublesIn, type Fields, hexIn, messagesIn, numberIn, readMessage, textIn } from "./protobuf.ts";

// Field numbers: https://github.com/open-telemetry/opentelemetry-proto

export type Attributes = Record<string, unknown>;

export type ExportedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  tracestate: string;
  name: string;
  /** 1 internal, 2 server, 3 client. */
  kind: number;
  /** Nanoseconds since the epoch. */
  startNanos: number;
  endNanos: number;
  /** 0 unset, 2 error. */
  status: number;
  attributes: Attributes;
  resource: Attributes;
};

export type ExportedPoint = {
  name: string;
  unit: string;
  attributes: Attributes;
  count: number;
  sum: number;
  bounds: number[];
};

/** Returns the spans of an export request. */
export function spansIn(bytes: Buffer): ExportedSpan[] {
  return messagesIn(readMessage(bytes), 1).flatMap((resourceSpans) => {
    const resource = attributesIn(messagesIn(resourceSpans, 1)[0] as Fields, 1);
    return messagesIn(resourceSpans, 2).flatMap((scope) => messagesIn(scope, 2).map((span) => spanOf(span, resource)));
  });
}

function spanOf(span: Fields, resource: Attributes): ExportedSpan {
  const [status] = messagesIn(span, 15);
  return {
    traceId: hexIn(span, 1),
    spanId: hexIn(span, 2),
    tracestate: textIn(span, 3),
    parentSpanId: hexIn(span, 4),
    name: textIn(span, 5),
    kind: numberIn(span, 6),
    startNanos: numberIn(span, 7),
    endNanos: numberIn(span, 8),
    attributes: attributesIn(span, 9),
    status: status ? numberIn(status, 3) : 0,
    resource,
  };
}

/** Returns the points of all histograms of an export request. */
export function pointsIn(bytes: Buffer): ExportedPoint[] {
  const scopes = messagesIn(readMessage(bytes), 1).flatMap((resource) => messagesIn(resource, 2));
  return scopes
    .flatMap((scope) => messagesIn(scope, 2))
    .flatMap((metric) =>
      messagesIn(metric, 9)
        .flatMap((histogram) => messagesIn(histogram, 1))
        .map((point) => ({
          name: textIn(metric, 1),
          unit: textIn(metric, 3),
          attributes: attributesIn(point, 9),
          count: numberIn(point, 4),
          sum: doubleIn(point, 5),
          bounds: doublesIn(point, 7),
        })),
    );
}

function attributesIn(fields: Fields, number: number): Attributes {
  return Object.fromEntries(
    messagesIn(fields, number).map((pair) => [textIn(pair, 1), anyValue(messagesIn(pair, 2)[0] as Fields)]),
  );
}

function anyValue(value: Fields): unknown {
  if (value.has(1)) return textIn(value, 1);
  if (value.has(2)) return numberIn(value, 2) === 1;
  if (value.has(3)) return numberIn(value, 3);
  if (value.has(4)) return doubleIn(value, 4);
  return messagesIn(value, 5).flatMap((list) => messagesIn(list, 1).map(anyValue));
}

import { expect, test } from "vitest";
import { encodeSpans, type Span } from "#server/jobs/destinations/otlp/encode-spans.ts";
import { tracesUrl } from "#server/jobs/destinations/otlp/send-otlp.ts";
import { spansOf } from "#tests/support/otlp-request.ts";

const span: Span = {
  traceId: "00112233445566778899aabbccddeeff",
  spanId: "0123456789abcdef",
  name: "chat a/b",
  startMs: 1_790_000_000_123,
  endMs: 1_790_000_001_456,
  attributes: {},
  error: null,
};

test("another protobuf implementation reads the same span", () => {
  const attributes = {
    text: "naïve 🦊",
    empty: "",
    long: "x".repeat(70_000),
    yes: true,
    zero: 0,
    negative: -5,
    large: Number.MAX_SAFE_INTEGER,
    cost: 0.000_012_5,
    list: ["stop", ""],
    none: null,
    absent: undefined,
  };
  const bytes = encodeSpans([{ ...span, attributes, error: "it failed" }, span], { "service.name": "s" }, "scope");
  const [first, second] = spansOf(bytes);
  const { none: _none, absent: _absent, ...rest } = attributes;
  expect(first).toMatchObject({
    traceId: "00112233445566778899aabbccddeeff",
    spanId: "0123456789abcdef",
    name: "chat a/b",
    kind: 3,
    startTimeUnixNano: "1790000000123000000",
    endTimeUnixNano: "1790000001456000000",
    status: { message: "it failed", code: 2 },
    scope: "scope",
    resource: { "service.name": "s" },
  });
  expect(first?.attributes).toEqual(rest);
  expect([second?.status, second?.attributes]).toEqual([{}, {}]);
});

test.each([
  ["http://collector:4318", "http://collector:4318/v1/traces"],
  ["http://collector:4318/", "http://collector:4318/v1/traces"],
  ["http://phoenix:6006/v1/traces", "http://phoenix:6006/v1/traces"],
  ["https://langfuse.example/api/public/otel", "https://langfuse.example/api/public/otel/v1/traces"],
  ["https://x.example/otel/?token=a", "https://x.example/otel/v1/traces?token=a"],
])("the endpoint %s receives traces at %s", (endpoint, url) => expect(tracesUrl(endpoint)).toBe(url));

import { describe, expect, test } from "vitest";
import { startCollector } from "#tests/support/servers/collector.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { startedOnce } from "#tests/support/servers/started-once.ts";
import { post, saying } from "../calling.ts";
import { exportingTo, newTrace } from "./tracing.ts";

const collector = startedOnce("collector", startCollector, (started) => started.close());
const upstream = sharedUpstream();
const PROVIDERS = ["openai", "anthropic"];
const off = sharedGateway({ upstream, providers: PROVIDERS });
const never = sharedGateway(() => ({
  upstream,
  providers: PROVIDERS,
  env: { ...exportingTo(collector.url), OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" },
}));
const byParent = sharedGateway(() => ({
  upstream,
  providers: PROVIDERS,
  env: { ...exportingTo(collector.url), OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" },
}));
const always = sharedGateway(() => ({
  upstream,
  providers: PROVIDERS,
  env: { ...exportingTo(collector.url), OTEL_TRACES_SAMPLER: "always_on" },
}));

/** Sends a request and returns the trace headers that its upstream received. */
async function passedOn(gateway: TestGateway, model: string, headers: Record<string, string>) {
  const { status } = await post(gateway, "chat", saying("chat", model, "Hello"), { headers });
  expect(status).toBe(200);
  const { traceparent, tracestate } = upstream.requests.at(-1)?.headers ?? {};
  return { traceparent, tracestate };
}

/** Waits until everything that was sampled before has been exported. */
async function waitForExport(): Promise<void> {
  const { traceId, headers } = newTrace();
  await passedOn(always, "openai/gpt-5-mini", headers);
  await collector.trace(traceId, 2);
}

const MODELS = ["openai/gpt-5-mini", "anthropic/claude-sonnet-4.5"];

describe.each(MODELS)("at %s", (model) => {
  test("without OpenTelemetry the caller's trace is passed on unchanged", async () => {
    const { headers } = newTrace();
    const sent = { ...headers, tracestate: "vendor=1,other@tenant=abc" };
    expect(await passedOn(off, model, sent)).toEqual(sent);
  });

  test("the upstream gets no trace if the caller sends none and the call is not sampled", async () => {
    expect(await passedOn(off, model, {})).toEqual({ traceparent: undefined, tracestate: undefined });
    expect(await passedOn(never, model, {})).toEqual({ traceparent: undefined, tracestate: undefined });
  });

  test("a call that is not sampled passes the caller's trace on", async () => {
    const { headers } = newTrace();
    expect(await passedOn(never, model, headers)).toEqual({ ...headers, tracestate: undefined });
  });

  test("a sampled call passes on its attempt's span and the caller's tracestate", async () => {
    const { traceId, headers } = newTrace();
    const sent = await passedOn(always, model, { ...headers, tracestate: "vendor=1" });
    const [call, attempt] = await collector.trace(traceId, 2);
    expect(sent).toEqual({ traceparent: `00-${traceId}-${attempt?.spanId}-01`, tracestate: "vendor=1" });
    expect(call?.traceState).toBe("vendor=1");
  });

  test("a sampled call without a caller's trace starts one", async () => {
    const { traceparent } = await passedOn(always, model, {});
    const traceId = traceparent?.split("-")[1] as string;
    const [call] = await collector.trace(traceId, 2);
    expect(call?.parentSpanId).toBe("");
  });
});

test("a parent-based sampler follows the caller's decision and uses its ratio otherwise", async () => {
  const sampled = newTrace(true);
  const unsampled = newTrace(false);
  await passedOn(byParent, "openai/gpt-5-mini", unsampled.headers);
  await passedOn(byParent, "openai/gpt-5-mini", {});
  expect(upstream.requests.at(-1)?.headers.traceparent).toBeUndefined();
  await passedOn(byParent, "openai/gpt-5-mini", sampled.headers);
  await collector.trace(sampled.traceId, 2);
  expect(collector.spans.filter(({ traceId }) => traceId === unsampled.traceId)).toEqual([]);
});

test("a ratio of 0 samples nothing, whatever the caller decided", async () => {
  const { traceId, headers } = newTrace(true);
  await passedOn(never, "openai/gpt-5-mini", headers);
  await waitForExport();
  expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([]);
});

test.each([
  ["of the wrong form", "not-a-trace"],
  ["with upper case", `00-${"A".repeat(32)}-${"b".repeat(16)}-01`],
  ["of zeros", `00-${"0".repeat(32)}-${"b".repeat(16)}-01`],
  ["with a span of zeros", `00-${"a".repeat(32)}-${"0".repeat(16)}-01`],
  ["of the forbidden version", `ff-${"a".repeat(32)}-${"b".repeat(16)}-01`],
  ["with more than its version has", `00-${"a".repeat(32)}-${"b".repeat(16)}-01-more`],
])("a traceparent %s is ignored", async (_, traceparent) => {
  expect(await passedOn(off, "openai/gpt-5-mini", { traceparent })).toEqual({});
  const sent = await passedOn(always, "openai/gpt-5-mini", { traceparent });
  expect(sent.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(sent.traceparent).not.toContain("a".repeat(32));
});

test("a later version of traceparent is passed on as version 00", async () => {
  const fields = `${"a".repeat(32)}-${"b".repeat(16)}-01`;
  const { traceparent } = await passedOn(off, "openai/gpt-5-mini", { traceparent: `01-${fields}-later` });
  expect(traceparent).toBe(`00-${fields}`);
});

test.each([
  ["malformed", "no value"],
  ["too long", `a=${"x".repeat(520)}`],
])("a %s tracestate is dropped and the traceparent kept", async (_, tracestate) => {
  const { headers } = newTrace();
  expect(await passedOn(off, "openai/gpt-5-mini", { ...headers, tracestate })).toEqual(headers);
});

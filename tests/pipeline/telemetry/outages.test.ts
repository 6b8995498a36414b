import { afterEach, expect, test } from "vitest";
import { freePort } from "#tests/support/network/free-port.ts";
import { type Collector, startCollector } from "#tests/support/servers/collector.ts";
import { startGateway, type TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { post, saying } from "../calling.ts";
import { exportingTo, newTrace } from "./tracing.ts";

const upstream = sharedUpstream();
let gateway: TestGateway | undefined;
let collector: Collector | undefined;
afterEach(async () => {
  await gateway?.stop();
  await collector?.close();
  [gateway, collector] = [undefined, undefined];
});

async function startTraced(
  url: string,
  env: Record<string, string> = {},
  start = openPooledGateway,
): Promise<TestGateway> {
  gateway = await start({ upstream, providers: ["openai"], env: { ...exportingTo(url), ...env } });
  return gateway;
}

async function call(at: TestGateway) {
  const { traceId, headers } = newTrace();
  const { status } = await post(at, "chat", saying("chat", "openai/gpt-5-mini", "Hello"), { headers });
  expect(status).toBe(200);
  return traceId;
}

const linesOf = (at: TestGateway, text: string) =>
  at
    .output()
    .split("\n")
    .filter((line) => line.includes(text) && line.includes('"traces"'));

test("an unavailable collector is logged once, calls continue, and exports resume later", async () => {
  const port = await freePort();
  const at = await startTraced(`http://127.0.0.1:${port}`, {
    OTEL_EXPORTER_OTLP_TIMEOUT: "300",
    OTEL_METRICS_EXPORTER: "none",
  });
  await call(at);
  await expect.poll(() => linesOf(at, "telemetry cannot be exported").length).toBe(1);
  await call(at);
  await call(at);
  collector = await startCollector({ port });
  await expect
    .poll(async () => {
      await call(at);
      return collector?.spans.length;
    })
    .toBeGreaterThan(0);
  await expect.poll(() => linesOf(at, "telemetry is exported again").length).toBe(1);
  expect(linesOf(at, "telemetry cannot be exported")).toHaveLength(1);
});

test("pending telemetry is exported when the process exits", async () => {
  collector = await startCollector();
  const env = { OTEL_BSP_SCHEDULE_DELAY: "60000", OTEL_METRIC_EXPORT_INTERVAL: "60000" };
  const at = await startTraced(collector.url, env, startGateway);
  const traceId = await call(at);
  expect(collector.spans).toEqual([]);
  await at.stop();
  gateway = undefined;
  expect(collector.spans.filter((span) => span.traceId === traceId)).toHaveLength(2);
  expect(collector.points.map(({ name }) => name)).toContain("gen_ai.server.request.duration");
});

test("a collector that never responds does not prevent the process from exiting", async () => {
  collector = await startCollector({ isSilent: true });
  const at = await startTraced(collector.url, {}, startGateway);
  await call(at);
  await expect.poll(() => collector?.requests.length).toBeGreaterThan(0);
  expect(await at.stop()).toBe(0);
  gateway = undefined;
});

test("OTEL_SDK_DISABLED and a missing endpoint turn everything off", async () => {
  collector = await startCollector();
  const at = await startTraced(collector.url, { OTEL_SDK_DISABLED: "true" });
  await call(at);
  await at.stop();
  gateway = undefined;
  expect(collector.requests).toEqual([]);
});

test("an unsupported protocol stops the start and names the supported one", async () => {
  const start = startTraced("http://127.0.0.1:1", { OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }, startGateway);
  await expect(start).rejects.toThrow(
    "The environment variable OTEL_EXPORTER_OTLP_PROTOCOL is invalid: only http/protobuf is supported.",
  );
});

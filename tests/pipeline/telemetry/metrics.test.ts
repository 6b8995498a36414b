import { expect, test } from "vitest";
import { startCollector } from "#tests/support/servers/collector.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { startedOnce } from "#tests/support/servers/started-once.ts";
import { post, saying, streamOf } from "../calling.ts";
import { exportingTo } from "./tracing.ts";

const collector = startedOnce("collector", startCollector, (started) => started.close());
const upstream = sharedUpstream();
const gateway = sharedGateway(() => ({
  upstream,
  providers: ["openai", "anthropic"],
  env: { ...exportingTo(collector.url), OTEL_TRACES_EXPORTER: "none", METRICS_MAX_SERIES: "4" },
}));
const LABELS = {
  "gen_ai.operation.name": "chat",
  "gen_ai.provider.name": "openai",
  "gen_ai.request.model": "openai/gpt-5-mini",
};

/** Returns the newest point of a histogram with exactly these attributes. */
function pointOf(name: string, attributes: Record<string, unknown>) {
  return collector.points.findLast(
    (point) =>
      point.name === name && JSON.stringify(sortFields(point.attributes)) === JSON.stringify(sortFields(attributes)),
  );
}

function sortFields(attributes: Record<string, unknown>) {
  return Object.entries(attributes).sort(([one], [other]) => one.localeCompare(other));
}

test("calls, attempts, first tokens and tokens are counted, sampled or not, in the buckets of the conventions", async () => {
  const body = saying("chat", "openai/gpt-5-mini", "Hello");
  const response = JSON.parse((await post(gateway, "chat", body)).text);
  await streamOf(gateway, "chat", body);
  await expect.poll(() => pointOf("gen_ai.server.request.duration", LABELS)?.count).toBe(2);
  expect(pointOf("gen_ai.server.request.duration", LABELS)?.unit).toBe("s");
  expect(pointOf("gen_ai.server.request.duration", LABELS)?.bounds.slice(0, 3)).toEqual([0.01, 0.02, 0.04]);
  expect(pointOf("gen_ai.server.time_to_first_token", LABELS)?.count).toBe(2);
  const attempt = { ...LABELS, "gen_ai.request.model": "gpt-5-mini" };
  expect(pointOf("gen_ai.client.operation.duration", attempt)?.count).toBe(2);
  const input = pointOf("gen_ai.client.token.usage", { ...LABELS, "gen_ai.token.type": "input" });
  expect(input).toMatchObject({ unit: "{token}", count: 2, sum: 2 * response.usage.prompt_tokens });
  const output = pointOf("gen_ai.client.token.usage", { ...LABELS, "gen_ai.token.type": "output" });
  expect(output).toMatchObject({ count: 2, sum: 2 * response.usage.completion_tokens });
});

test("a failed call and its attempt are counted with their status", async () => {
  upstream.script({ times: 1, fault: { status: 400 } });
  await post(gateway, "chat", saying("chat", "openai/gpt-5-mini", "Hello"));
  const failed = { ...LABELS, "error.type": "400" };
  await expect.poll(() => pointOf("gen_ai.server.request.duration", failed)?.count).toBe(1);
  expect(pointOf("gen_ai.client.operation.duration", { ...failed, "gen_ai.request.model": "gpt-5-mini" })?.count).toBe(
    1,
  );
});

test("beyond METRICS_MAX_SERIES, further combinations count as one", async () => {
  for (const model of ["openai/gpt-4o", "openai/gpt-4o-mini", "anthropic/claude-sonnet-4.5", "nobody/nothing"]) {
    await post(gateway, "chat", saying("chat", model, "Hello"));
  }
  const other = { ...LABELS, "gen_ai.provider.name": "other", "gen_ai.request.model": "other" };
  await expect.poll(() => pointOf("gen_ai.server.request.duration", other)?.count).toBe(3);
  await expect.poll(() => pointOf("gen_ai.client.operation.duration", other)?.count).toBe(3);
  const failed = { ...other, "error.type": "404" };
  await expect.poll(() => pointOf("gen_ai.server.request.duration", failed)?.count).toBe(1);
});

test("no spans are exported without a traces exporter", () => {
  expect(new Set(collector.requests.map(({ path }) => path))).toEqual(new Set(["/v1/metrics"]));
});

import { expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { searchVariables } from "#tests/support/upstream/search/endpoints.ts";
import { post, saying } from "../pipeline/calling.ts";

const upstream = sharedUpstream();
const engines = sharedUpstream();
const MODEL = "openai/gpt-4o-mini";
const QUERY_NANO_USD = 8e6;
const NEVER = { headersDelayMs: 600_000 };
const search = { type: "switchboard:web_search", parameters: { engine: "tavily" } };
const asks = (...queries: string[]) => ({
  times: 1,
  answer: {
    toolCalls: queries.map((query) => ({ name: "web_search", arguments: { query } })),
    text: "",
    finish: "tool" as const,
  },
});

/** Runs a request until one of its own requests stalls, kills the process, and returns the recovered record. */
async function recordAfterKill(more: Body, hasStalled: () => boolean) {
  const options = { upstream, providers: ["openai"], env: searchVariables(engines.url) };
  const gateway = await openPooledGateway({ ...options, env: { ...options.env, SERVER_TOOLS_AT_ONCE: "1" } });
  const { key, hash } = await gateway.newKey({ limit: 1 });
  const dying = post(gateway, "chat", saying("chat", MODEL, "How long?", more), { key }).catch(() => undefined);
  await expect.poll(hasStalled, { timeout: 20_000 }).toBe(true);
  await gateway.kill();
  await dying;
  const again = await openPooledGateway({ ...options, folder: gateway.folder });
  const { data: listed } = (await again.call("GET", "/generations?limit=10")).body;
  expect(listed).toHaveLength(1);
  const { data: record } = (await again.call("GET", `/generation?id=${listed[0].id}`)).body;
  const { data: spent } = (await again.call("GET", `/keys/${hash}`)).body;
  await again.stop();
  expect(record).toMatchObject({ finish_reason: "error", cost_proof: { holds: true } });
  expect(Math.round(spent.usage * 1e9)).toBe(record.cost_nano_usd);
  return record;
}

test.each([false, true])("a tool that ran before the process was killed is charged (stream: %s)", async (stream) => {
  upstream.script(asks("bread"));
  upstream.script({ fault: NEVER });
  const record = await recordAfterKill({ tools: [search], stream }, () => upstream.requests.length === 2);
  expect(record.usage_units).toMatchObject({ web_searches: 1, requests: 1 });
  expect(record.cost_nano_usd).toBeGreaterThan(QUERY_NANO_USD);
  expect(record.steps).toHaveLength(1);
});

test("a killed process loses at most the running tool", async () => {
  upstream.script(asks("one", "two", "three"));
  engines.script({ times: 2 });
  engines.script({ fault: NEVER });
  const record = await recordAfterKill({ tools: [search] }, () => engines.requests.length === 3);
  expect(record.usage_units).toMatchObject({ web_searches: 2, requests: 1 });
  expect(record.cost_nano_usd).toBeGreaterThan(2 * QUERY_NANO_USD);
});

test("a step whose tool is free is charged if the process is killed", async () => {
  upstream.script(asks("one"));
  engines.script({ fault: NEVER });
  const record = await recordAfterKill({ tools: [search] }, () => engines.requests.length === 1);
  expect(record.usage_units.web_searches ?? 0).toBe(0);
  expect(record.usage_units.output_tokens).toBeGreaterThan(0);
});

test("the plugin's search is charged if the process is killed", async () => {
  upstream.script({ fault: NEVER });
  const more = { plugins: [{ id: "web", engine: "tavily" }] };
  const record = await recordAfterKill(more, () => upstream.requests.length === 1);
  expect(record.usage_units.web_searches).toBe(1);
  expect(record.cost_nano_usd).toBe(QUERY_NANO_USD);
});

import { beforeAll, describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { searchVariables } from "#tests/support/upstream/search/endpoints.ts";
import { type DialectName, type Event, post, recordOf, saying, streamOf, until } from "../calling.ts";
import { callsThenText, searchCall } from "./asking.ts";

const upstream = sharedUpstream();
const engines = sharedUpstream();
const studio = sharedUpstream();
const gateway = sharedGateway(() => ({
  upstream,
  providers: ["openai"],
  env: {
    ...searchVariables(engines.url),
    GEMINI_API_KEY: "key-of-google",
    GEMINI_BASE_URL: `${studio.url}/google/v1beta`,
  },
}));

/** Its provider has a BYOK credential of the workspace; Google has a system credential only. */
const MODEL = "openai/gpt-4o-mini";
const QUERY_NANO_USD = 8e6;
const SEARCHES = { tools: [{ type: "switchboard:web_search", parameters: { engine: "tavily" } }], max_tokens: 1_000 };
const FIRST = { plugins: [{ id: "web", engine: "tavily" }], max_tokens: 1_000 };
const DIALECTS: DialectName[] = ["responses", "messages", "chat"];
const PICTURE = {
  candidates: [
    {
      content: { role: "model", parts: [{ inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } }] },
      finishReason: "STOP",
    },
  ],
  usageMetadata: {
    promptTokenCount: 10,
    candidatesTokenCount: 1290,
    totalTokenCount: 1300,
    candidatesTokensDetails: [{ modality: "IMAGE", tokenCount: 1290 }],
  },
  responseId: "r-1",
};
let credential = "";

beforeAll(async () => {
  const { body } = await gateway.call("POST", "/byok", { provider: "openai", key: "sk-own-000000000000000000" });
  credential = body.data.id;
});

/** Expects the costs of the model and the tools to be the same wherever they are shown. */
async function expectSplit(record: Event, hash: string, toolNanoUsd: number) {
  const { cost_proof: proof } = record;
  expect(record.is_byok).toBe(true);
  expect(record.cost_nano_usd).toBeGreaterThan(toolNanoUsd);
  const byok = record.cost_nano_usd - toolNanoUsd;
  expect(proof).toMatchObject({ holds: true, byok_nano_usd: byok });
  expect(Math.round(record.usage * 1e9)).toBe(toolNanoUsd);
  expect(Math.round(record.upstream_inference_cost * 1e9)).toBe(byok);
  const paid = proof.lines.filter(({ is_byok: isByok }: Event) => !isByok);
  expect(paid.reduce((sum: number, line: Event) => sum + Number(line.nano_usd), 0)).toBe(toolNanoUsd);
  const { data: key } = (await gateway.call("GET", `/keys/${hash}`)).body;
  expect([key.usage, key.byok_usage].map((usd) => Math.round(usd * 1e9))).toEqual([toolNanoUsd, byok]);
}

describe.each(DIALECTS)("in %s", (dialect) => {
  test.each([false, true])(
    "the gateway pays for a search and a BYOK credential for the model (stream: %s)",
    async (streamed) => {
      const { key, hash } = await gateway.newKey();
      for (const more of [SEARCHES, FIRST]) {
        callsThenText(upstream, "Overnight.", ...(more === SEARCHES ? [searchCall("bread")] : []));
        const body = saying(dialect, MODEL, "How long?", more);
        const { status, headers, text } = await (streamed ? streamOf : post)(gateway, dialect, body, { key });
        expect(status).toBe(200);
        const record = await recordOf(gateway, headers);
        expect(record.web_search_engine).toBe("tavily");
        expect(text).toContain('"is_byok":true');
        expect(text).toContain(`"cost":${QUERY_NANO_USD / 1e9}`);
        if (more === SEARCHES) await expectSplit(record, hash, QUERY_NANO_USD);
      }
    },
  );
});

test("a limit without BYOK spending counts only the searches and rejects those it does not cover", async () => {
  const { key, hash } = await gateway.newKey({ limit: 0.02 });
  callsThenText(upstream, "Overnight.", searchCall("one"), [...searchCall("two"), ...searchCall("three")]);
  const { text, headers } = await post(gateway, "chat", saying("chat", MODEL, "How long?", SEARCHES), { key });
  const errors = JSON.parse(text).choices[0].message.server_tool_calls.map(({ error }: Event) => error);
  expect(errors.toSorted()).toEqual(["The spending limit does not cover this call", null, null].toSorted());
  expect(engines.requests).toHaveLength(2);
  await expectSplit(await recordOf(gateway, headers), hash, 2 * QUERY_NANO_USD);
  const { data } = (await gateway.call("GET", `/keys/${hash}`)).body;
  expect(data.limit_remaining).toBeCloseTo(0.004, 9);

  callsThenText(upstream, "I do not know.");
  await post(gateway, "chat", saying("chat", MODEL, "How long?", FIRST), { key });
  expect(engines.requests).toHaveLength(2);
  expect(upstream.requests.at(-1)?.raw.toString()).toContain("The spending limit does not cover this call");
});

test("parallel loops never search more than the limit allows, and pure BYOK loops continue", async () => {
  const { key, hash } = await gateway.newKey({ limit: 0.05 });
  const loops = 24;
  upstream.script({
    match: ({ raw }) => !raw.includes("tool_call_id"),
    times: loops,
    answer: { toolCalls: searchCall("bread"), text: "", finish: "tool" },
  });
  const responses = await Promise.all(
    Array.from({ length: loops }, () => post(gateway, "chat", saying("chat", MODEL, "How long?", SEARCHES), { key })),
  );
  expect(responses.map(({ status }) => status)).toEqual(Array(loops).fill(200));
  const records = await Promise.all(responses.map(({ headers }) => recordOf(gateway, headers)));
  const searches = records.reduce((sum, { usage_units: { web_searches: count = 0 } }) => sum + count, 0);
  expect([searches, engines.requests.length]).toEqual([6, 6]);
  expect(engines.requests).toHaveLength(6);
  const { data } = (await gateway.call("GET", `/keys/${hash}`)).body;
  expect(Math.round(data.usage * 1e9)).toBe(6 * QUERY_NANO_USD);
});

test("a search that is billed no longer holds the budget that was reserved for it", async () => {
  const { key } = await gateway.newKey({ limit: 0.02 });
  const ask = () => post(gateway, "chat", saying("chat", MODEL, "How long?", SEARCHES), { key });
  upstream.script({ times: 1, answer: { toolCalls: searchCall("first"), text: "", finish: "tool" } });
  upstream.script({ times: 1, fault: { headersDelayMs: 2_000 } });
  const first = ask();
  await until(() => upstream.requests.length === 2, "the model's second request");
  callsThenText(upstream, "Overnight.", searchCall("second"));
  await ask();
  expect(engines.requests).toHaveLength(2);
  await first;
});

test("a limit with BYOK spending counts both", async () => {
  const { key, hash } = await gateway.newKey({ limit: 0.02, include_byok_in_limit: true });
  callsThenText(upstream, "Overnight.", searchCall("one"));
  const { headers } = await post(gateway, "chat", saying("chat", MODEL, "How long?", SEARCHES), { key });
  const record = await recordOf(gateway, headers);
  const { data } = (await gateway.call("GET", `/keys/${hash}`)).body;
  expect(Math.round(data.limit_remaining * 1e9)).toBe(0.02 * 1e9 - record.cost_nano_usd);
});

test("a system credential can pay for an image while BYOK pays for the model", async () => {
  const draw = {
    tools: [{ type: "switchboard:image_generation", parameters: { model: "google/gemini-2.5-flash-image" } }],
  };
  const { key, hash } = await gateway.newKey({ limit: 1 });
  studio.script({ reply: { body: JSON.stringify(PICTURE) } });
  callsThenText(upstream, "Here it is.", [{ name: "image_generation", arguments: { prompt: "A loaf" } }]);
  const before = await spentBy(credential);
  const { headers } = await post(gateway, "chat", saying("chat", MODEL, "Draw.", draw as Body), { key });
  expect(studio.requests).toHaveLength(1);
  const record = await recordOf(gateway, headers);
  expect(record.steps[0].tools).toMatchObject([{ name: "image_generation", is_error: false }]);
  const image = record.cost_proof.lines.filter(({ is_byok: isByok }: Event) => !isByok);
  expect(image.map(({ model }: Event) => model)).toContain("gemini-2.5-flash-image");
  const imageNanoUsd = Math.round(record.usage * 1e9);
  await expectSplit(record, hash, imageNanoUsd);
  expect((await spentBy(credential)) - before).toBe(record.cost_nano_usd - imageNanoUsd);

  const { key: poor } = await gateway.newKey({ limit: 0.001 });
  callsThenText(upstream, "No.", [{ name: "image_generation", arguments: { prompt: "A loaf" } }]);
  await post(gateway, "chat", saying("chat", MODEL, "Draw.", draw as Body), { key: poor });
  expect(studio.requests).toHaveLength(1);
});

test("a BYOK credential can pay for an image within a call that the gateway pays for", async () => {
  const draw = { tools: [{ type: "switchboard:image_generation", parameters: { model: "openai/gpt-image-1" } }] };
  const { key, hash } = await gateway.newKey();
  callsThenText(studio, "Here it is.", [{ name: "image_generation", arguments: { prompt: "A loaf" } }]);
  const before = await spentBy(credential);
  const { headers } = await post(gateway, "chat", saying("chat", "google/gemini-2.5-flash", "Draw.", draw as Body), {
    key,
  });
  const record = await recordOf(gateway, headers);
  expect(record).toMatchObject({ is_byok: false, cost_proof: { holds: true } });
  const byok = Math.round(record.upstream_inference_cost * 1e9);
  expect(byok).toBeGreaterThan(0);
  expect(Math.round(record.usage * 1e9) + byok).toBe(record.cost_nano_usd);
  expect((await spentBy(credential)) - before).toBe(byok);
  const { data } = (await gateway.call("GET", `/keys/${hash}`)).body;
  expect(Math.round(data.byok_usage * 1e9)).toBe(byok);
});

test("analytics and activity split the cost in the same way as the keys", async () => {
  const { data: keys } = (await gateway.call("GET", "/keys")).body;
  const total = (field: string) => keys.reduce((all: number, key: Event) => all + Math.round(key[field] * 1e9), 0);
  const query = await gateway.call("POST", "/analytics/query", { metrics: ["cost", "byok_cost"] });
  const [{ cost, byok_cost: byok }] = query.body.data.data;
  expect([cost, byok].map((usd) => Math.round(usd * 1e9))).toEqual([total("usage"), total("byok_usage")]);
});

/** What a BYOK credential has paid, in nano-USD. */
async function spentBy(id: string): Promise<number> {
  const { body } = await gateway.call("GET", `/byok/${id}`);
  return Math.round(body.data.usage * 1e9);
}

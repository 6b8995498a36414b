import OpenAI, { toFile } from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadCatalogue } from "#server/catalogue/load.ts";
import { costOf } from "#server/ledger/prices/cost.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { chatLine, endOf, linesOf, orderBatch } from "../batching.ts";
import { expectBatchCost, ledgerOf } from "./native-batching.ts";

const OSS = "openai/gpt-oss-120b";
const LLAMA = "meta-llama/llama-3.1-8b-instruct";
const here = { provider: { only: ["groq"] } };
const upstream = sharedUpstream();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await openPooledGateway({ upstream, providers: ["groq"] });
});
afterAll(() => gateway.stop());

const ROOT = "/groq/openai/v1";
const sent = () => upstream.requests.map(({ method, path }) => `${method} ${path.slice(ROOT.length)}`);
const count = (request: string) => sent().filter((one) => one === request).length;
const oss = (custom_id: string, content: string) => chatLine(custom_id, content, OSS, here);

test("requests for Groq's models run in its batches, one for each model, at half the price", async () => {
  const { key, hash } = await gateway.newKey({ limit: 1 });
  const lines = [oss("a", "one"), oss("b", "two"), chatLine("c", "three", LLAMA, here)];
  const { id } = await orderBatch(gateway, key, lines);
  const batch = await endOf(gateway, id);
  expect(batch).toMatchObject({ status: "completed", request_counts: { total: 3, completed: 3, failed: 0 } });
  const results = await linesOf(gateway, batch.output_file_id);
  expect(results.map(({ custom_id }) => custom_id)).toEqual(["a", "b", "c"]);
  expect([count("POST /batches"), count("POST /chat/completions")]).toEqual([2, 0]);
  const rows = await ledgerOf(gateway, id);
  const nanoUsd = rows.reduce((sum, row) => sum + expectBatchCost(row), 0);
  expect([rows.length, Math.round(batch.cost * 1e9)]).toEqual([3, nanoUsd]);
  expect(Math.round((await gateway.call("GET", `/keys/${hash}`)).body.data.usage * 1e9)).toBe(nanoUsd);
  // The inputs and the results of both.
  await expect.poll(() => sent().filter((request) => request.startsWith("DELETE /files/")).length).toBe(4);
});

test("models without batches at Groq run here at the ordinary price", async () => {
  const { key } = await gateway.newKey();
  const { id } = await orderBatch(gateway, key, [chatLine("a", "hello", "qwen/qwen3-32b", here)]);
  expect(await endOf(gateway, id)).toMatchObject({ request_counts: { completed: 1 }, provider_batches: [] });
  expect([count("POST /batches"), count("POST /chat/completions")]).toEqual([0, 1]);
  expect((await ledgerOf(gateway, id))[0]?.service_tier).not.toBe("batch");
});

test("cached tokens cost as much as others in a batch, since Groq's discounts do not add up", () => {
  // https://console.groq.com/docs/batch
  const prices = loadCatalogue().pricesOf(`${OSS}@groq`, Date.now());
  const terms = { serviceTier: "batch", soldTiers: ["batch"] };
  const { nanoUsd, unpriced } = costOf({ input_tokens: 100, cache_read_tokens: 900, requests: 0 }, prices, terms);
  expect([nanoUsd, unpriced]).toEqual([1_000 * 75, []]);
});

test("a batch that Groq refuses or fails is run here and leaves no file there", async () => {
  const { key } = await gateway.newKey();
  const match = ({ method, path }: { method: string; path: string }) => method === "POST" && path.endsWith("/batches");
  upstream.script({ match, times: 1, fault: { status: 400 } });
  const refused = await endOf(gateway, (await orderBatch(gateway, key, [oss("a", "hello")])).id);
  const failed = await endOf(gateway, (await orderBatch(gateway, key, [oss("a", "fault-batch-fails")])).id);
  for (const batch of [refused, failed]) expect(batch.request_counts).toMatchObject({ completed: 1, failed: 0 });
  const client = new OpenAI({ apiKey: "of-another-program", baseURL: `${upstream.url}${ROOT}` });
  await expect.poll(async () => (await client.files.list()).data).toEqual([]);
});

test("a batch is found again when the connection breaks after Groq accepted it", async () => {
  const { key } = await gateway.newKey();
  const match = ({ method, path }: { method: string; path: string }) => method === "POST" && path.endsWith("/batches");
  upstream.script({ match, times: 1, fault: { resetBeforeHeaders: true } });
  const batch = await endOf(gateway, (await orderBatch(gateway, key, [oss("a", "hello")])).id);
  expect(batch.request_counts).toMatchObject({ completed: 1, failed: 0 });
  expect(count("POST /batches")).toBe(1);
});

test("the fake Groq serves OpenAI's client, whose custom fields stay", async () => {
  const client = new OpenAI({ apiKey: "key", baseURL: `${upstream.url}${ROOT}` });
  const body = { model: OSS, messages: [{ role: "user", content: "hi" }] };
  const line = { custom_id: "a", method: "POST", url: "/v1/chat/completions", body };
  const file = await client.files.create({ purpose: "batch", file: await toFile(Buffer.from(JSON.stringify(line))) });
  const order = { input_file_id: file.id, endpoint: "/v1/chat/completions", completion_window: "24h" } as const;
  const created = await client.batches.create({ ...order, metadata: { mark: "1" } });
  await expect.poll(async () => (await client.batches.retrieve(created.id)).status).toBe("completed");
  expect((await client.batches.list()).data.map(({ metadata }) => metadata)).toContainEqual({ mark: "1" });
});

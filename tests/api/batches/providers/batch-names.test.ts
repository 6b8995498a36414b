import OpenAI, { toFile } from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { chatLine, endOf, linesOf, orderBatch } from "../batching.ts";
import { expectBatchCost, ledgerOf, requestsTo } from "./native-batching.ts";

// What a line may name besides a model: an alias, a custom provider, another endpoint; and which key pays.

const upstream = sharedUpstream();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await openPooledGateway({
    upstream,
    providers: ["openai", "anthropic"],
    env: { ALLOWED_PRIVATE_HOSTS: "127.0.0.1", OPENAI_API_KEY_2: "sk-second-key-of-the-pool" },
  });
});
afterAll(() => gateway.stop());

/** Returns the keys that sent batches. The files of earlier ones may still be deleted meanwhile. */
const authorizations = () =>
  upstream.requests
    .filter(({ method, path }) => method === "POST" && /\/(batches|files)/.test(path))
    .map(({ headers }) => headers.authorization);

test("a line may name an alias, whose model then runs at the provider", async () => {
  const { key } = await gateway.newKey();
  const targets = [{ model: "openai/gpt-5-mini" }];
  expect((await gateway.call("POST", "/model-aliases", { name: "acme/night", targets })).status).toBe(201);
  const { id } = await orderBatch(gateway, key, [chatLine("one", "hello", "acme/night")]);
  const batch = await endOf(gateway, id);
  expect(batch).toMatchObject({ request_counts: { completed: 1 }, provider_batches: [{ provider: "openai" }] });
  const [row] = await ledgerOf(gateway, id);
  expectBatchCost(row);
  expect(row).toMatchObject({ requested_model: "acme/night", model: "openai/gpt-5-mini" });
});

test("an alias that is changed meanwhile does not change what was sent", async () => {
  const { key } = await gateway.newKey();
  const made = await gateway.call("POST", "/model-aliases", {
    name: "acme/moving",
    targets: [{ model: "openai/gpt-5-mini" }],
  });
  const { id } = await orderBatch(gateway, key, [chatLine("one", "fault-batch-slow-1500", "acme/moving")]);
  await expect.poll(() => requestsTo(upstream, "openai")).toContain("POST /batches");
  expect((await gateway.call("DELETE", `/model-aliases/${made.body.data.id}`)).status).toBe(200);
  expect((await endOf(gateway, id)).request_counts).toEqual({ total: 1, completed: 1, failed: 0 });
  const [row] = await ledgerOf(gateway, id);
  expectBatchCost(row);
  expect(row.requested_model).toBe("acme/moving");
});

test("a line may name a custom provider's model, which the gateway runs at its price", async () => {
  const { key } = await gateway.newKey();
  const made = await gateway.call("POST", "/providers/custom", {
    name: "Acme",
    slug: "acme-gpus",
    api: "openai",
    base_url: `${upstream.url}/acme-gpus/v1`,
    api_key: "key-of-acme-9f8e7d6c5b4a",
    models: [{ id: "llama-4-70b", prices: { input_tokens: "0.1", output_tokens: "0.2" } }],
  });
  expect(made.status).toBe(201);
  const { id } = await orderBatch(gateway, key, [
    chatLine("own", "hello", "acme-gpus/llama-4-70b"),
    chatLine("other", "hello"),
  ]);
  const batch = await endOf(gateway, id);
  expect(batch).toMatchObject({ request_counts: { completed: 2 }, provider_batches: [{ requests: 1 }] });
  const rows = await ledgerOf(gateway, id);
  const own = rows.find(({ provider_name }) => provider_name === "acme-gpus");
  const { input_tokens: input, output_tokens: output } = own?.usage_units ?? {};
  expect(own).toMatchObject({ service_tier: null, cost_nano_usd: input * 100 + output * 200 });
  expectBatchCost(rows.find(({ provider_name }) => provider_name === "openai") ?? {});
});

test("a batch stays with one of several keys, and a BYOK key pays for its own", async () => {
  const { key } = await gateway.newKey();
  const lines = Array.from({ length: 12 }, (_, index) => chatLine(`line-${index}`, `fault-batch-slow-300 ${index}`));
  const { id } = await orderBatch(gateway, key, lines);
  expect((await endOf(gateway, id)).request_counts.completed).toBe(12);
  expect(new Set(authorizations()).size).toBe(1);
  upstream.requests.length = 0;
  await gateway.call("POST", "/byok", { provider: "openai", key: "sk-key-of-the-customer-1234" });
  const own = await orderBatch(gateway, key, [chatLine("one", "hello")]);
  expect((await endOf(gateway, own.id)).request_counts.completed).toBe(1);
  expect([...new Set(authorizations())]).toEqual(["Bearer sk-key-of-the-customer-1234"]);
  const [row] = await ledgerOf(gateway, own.id);
  expectBatchCost(row);
  expect(row).toMatchObject({ is_byok: true, usage: 0 });
});

test("responses and embeddings run at OpenAI too, for its own SDK", async () => {
  const { key } = await gateway.newKey();
  const client = new OpenAI({ apiKey: key, baseURL: `${gateway.url}/api/v1` });
  const bodies = {
    "/v1/responses": { model: "openai/gpt-5-mini", input: "Hello" },
    "/v1/embeddings": { model: "openai/text-embedding-3-small", input: ["one", "two"] },
  } as const;
  for (const [endpoint, body] of Object.entries(bodies)) {
    upstream.requests.length = 0;
    const text = JSON.stringify({ custom_id: "only", method: "POST", url: endpoint, body });
    const file = await client.files.create({ file: await toFile(Buffer.from(text), "in.jsonl"), purpose: "batch" });
    const order = { input_file_id: file.id, endpoint: endpoint as "/v1/responses", completion_window: "24h" } as const;
    const { id } = await client.batches.create(order);
    const batch = await endOf(gateway, id);
    expect([batch.request_counts.completed, batch.provider_batches.length]).toEqual([1, 1]);
    const [result] = await linesOf(gateway, batch.output_file_id);
    expect(result.response.body.object).toBe(endpoint === "/v1/responses" ? "response" : "list");
    expect(requestsTo(upstream, "openai").some((request) => request === `POST ${endpoint.slice(3)}`)).toBe(false);
    const [row] = await ledgerOf(gateway, id);
    expect(row).toMatchObject({ service_tier: "batch", unpriced_units: [] });
    // $0.01 per million tokens.
    if (endpoint === "/v1/embeddings") expect(row?.cost_nano_usd).toBe(row?.usage_units.input_tokens * 10);
  }
});

import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { chatLine, endOf, linesOf, orderBatch } from "../batching.ts";
import { expectBatchCost, ledgerOf, requestsTo } from "./native-batching.ts";

const upstream = sharedUpstream();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await openPooledGateway({ upstream, providers: ["openai", "anthropic"] });
});
afterAll(() => gateway.stop());

const sent = () => requestsTo(upstream, "openai");
const chats = () => sent().filter((request) => request.includes("chat/completions"));

test("requests for OpenAI's models run as its batch, at batch prices, and nothing remains there", async () => {
  const { key, hash } = await gateway.newKey({ limit: 1 });
  const lines = [chatLine("first", "one"), chatLine("second", "two"), chatLine("third", "three", "local/echo")];
  const { id } = await orderBatch(gateway, key, lines);
  const batch = await endOf(gateway, id);
  expect(batch).toMatchObject({ status: "completed", request_counts: { total: 3, completed: 3, failed: 0 } });
  const results = await linesOf(gateway, batch.output_file_id);
  expect(results.map(({ custom_id }) => custom_id)).toEqual(["first", "second", "third"]);
  expect(results[1].response.body).toMatchObject({ object: "chat.completion", model: "openai/gpt-5-mini" });
  expect(results[1].response.body.choices[0].message.content).toContain("two");
  expect(chats()).toEqual([]);
  const native = (await ledgerOf(gateway, id)).filter(({ provider_name }) => provider_name === "openai");
  expect(native.map(({ upstream_id }) => String(upstream_id).slice(0, 9))).toEqual(["chatcmpl-", "chatcmpl-"]);
  const nanoUsd = native.reduce((sum, row) => sum + expectBatchCost(row), 0);
  expect(Math.round(batch.cost * 1e9)).toBe(nanoUsd);
  const { usage } = (await gateway.call("GET", `/keys/${hash}`)).body.data;
  expect(Math.round(usage * 1e9)).toBe(nanoUsd);
  expect(batch.provider_batches).toMatchObject([{ provider: "openai", requests: 2, finished: 2, error: null }]);
  // The input, and the results.
  await expect.poll(() => sent().filter((request) => request.startsWith("DELETE /files/")).length).toBe(2);
});

test("a batch of one key's limit is reserved at the provider, and only the cost is charged in the end", async () => {
  const { key, hash } = await gateway.newKey({ limit: 0.001 });
  const lines = [chatLine("slow", "fault-batch-slow-3000", undefined, { max_tokens: 300 })];
  const { id } = await orderBatch(gateway, key, lines);
  await expect.poll(sent).toContain("POST /batches");
  const body = { model: "openai/gpt-5-mini", messages: [{ role: "user", content: "hi" }], max_tokens: 400 };
  // 300 output tokens cost $0.0003 in the batch, and 400 cost $0.0008 now.
  expect((await gateway.call("POST", "/chat/completions", body, { key })).status).toBe(402);
  const batch = await endOf(gateway, id);
  expect(batch.request_counts.completed).toBe(1);
  expect((await gateway.call("POST", "/chat/completions", body, { key })).status).toBe(200);
  const { usage } = (await gateway.call("GET", `/keys/${hash}`)).body.data;
  expect(usage).toBeLessThan(0.000_1);
});

test("requests that exceed a limit together run in turn", async () => {
  const { key } = await gateway.newKey({ limit: 0.001 });
  const lines = ["a", "b", "c"].map((name) => chatLine(name, name, undefined, { max_tokens: 300 }));
  const { id } = await orderBatch(gateway, key, lines);
  expect((await endOf(gateway, id)).request_counts).toEqual({ total: 3, completed: 3, failed: 0 });
  for (const row of await ledgerOf(gateway, id)) if (row.status === 200) expectBatchCost(row);
});

test("an invalid request fails, and one that the provider did not run is run here", async () => {
  const { key } = await gateway.newKey();
  const lines = [
    chatLine("invalid", "fault-400"),
    chatLine("limited", "fault-batch-expires"),
    chatLine("fine", "hello"),
  ];
  const { id } = await orderBatch(gateway, key, lines);
  const batch = await endOf(gateway, id);
  expect(batch.request_counts).toEqual({ total: 3, completed: 2, failed: 1 });
  const [failure] = await linesOf(gateway, batch.error_file_id);
  expect(failure).toMatchObject({ custom_id: "invalid", response: { status_code: 400 } });
  expect(chats().length).toBe(1);
  const ledger = await ledgerOf(gateway, id);
  expect(ledger.map(({ service_tier }) => service_tier).sort()).toEqual(["batch", "batch", null]);
  expect(ledger.find(({ status }) => status === 400)?.cost_nano_usd).toBe(0);
});

test("a batch that the provider does not accept is run here, and leaves no file there", async () => {
  const { key } = await gateway.newKey();
  upstream.script({
    match: ({ method, path }) => method === "POST" && path.endsWith("/batches"),
    fault: { status: 403 },
  });
  const { id } = await orderBatch(gateway, key, [chatLine("one", "hello")]);
  const batch = await endOf(gateway, id);
  expect(batch).toMatchObject({ request_counts: { completed: 1 }, provider_batches: [{ status: "ended", id: null }] });
  expect(chats().length).toBe(1);
  const headers = { authorization: "Bearer of-another-program" };
  const filesThere = async () => (await fetch(`${upstream.url}/openai/files?purpose=batch`, { headers })).json();
  expect(await filesThere()).toMatchObject({ data: [] });
});

test("a batch that fails at the provider as a whole is run here", async () => {
  const { key } = await gateway.newKey();
  const { id } = await orderBatch(gateway, key, [chatLine("one", "fault-batch-fails")]);
  const batch = await endOf(gateway, id);
  expect(batch).toMatchObject({ request_counts: { completed: 1 } });
  expect(batch.provider_batches[0].error).toContain("not accepted");
  expect(chats().length).toBe(1);
});

test("a cancelled batch is cancelled at the provider, and what has run is charged and delivered", async () => {
  const { key } = await gateway.newKey();
  const lines = [chatLine("done", "hello"), chatLine("late", "fault-batch-slow-60000")];
  const { id } = await orderBatch(gateway, key, lines);
  await expect.poll(sent).toContain("POST /batches");
  await gateway.call("POST", `/batches/${id}/cancel`, undefined, { key });
  const batch = await endOf(gateway, id);
  expect(batch).toMatchObject({ status: "cancelled", request_counts: { total: 2, completed: 1, failed: 0 } });
  const [row] = await ledgerOf(gateway, id);
  expect(Math.round(batch.cost * 1e9)).toBe(expectBatchCost(row));
  expect((await linesOf(gateway, batch.error_file_id))[0]).toMatchObject({ error: { code: "batch_cancelled" } });
  expect(sent().some((request) => /^POST \/batches\/.*\/cancel$/.test(request))).toBe(true);
});

test("the gateway runs a batch itself if asked to, and requests whose tier or retention batches do not have", async () => {
  const { key } = await gateway.newKey();
  const chosen = await orderBatch(gateway, key, [chatLine("one", "hello")], { provider: { batch: "gateway" } });
  expect(await endOf(gateway, chosen.id)).toMatchObject({ request_counts: { completed: 1 }, provider_batches: [] });
  const flex = await orderBatch(gateway, key, [chatLine("one", "hello", undefined, { service_tier: "flex" })]);
  expect(await endOf(gateway, flex.id)).toMatchObject({ request_counts: { completed: 1 }, provider_batches: [] });
  const wrong = orderBatch(gateway, key, [chatLine("one", "hello")], { provider: { batch: "elsewhere" } });
  await expect(wrong).rejects.toThrow("provider.batch");
});

test("a key that is disabled meanwhile still gets, and pays for, what the provider has run", async () => {
  const { key, hash } = await gateway.newKey();
  const { id } = await orderBatch(gateway, key, [chatLine("one", "fault-batch-slow-2000")]);
  await expect.poll(sent).toContain("POST /batches");
  await gateway.call("PATCH", `/keys/${hash}`, { disabled: true });
  const batch = await endOf(gateway, id);
  expect(batch.request_counts).toEqual({ total: 1, completed: 1, failed: 0 });
  const { usage } = (await gateway.call("GET", `/keys/${hash}`)).body.data;
  expect(Math.round(usage * 1e9)).toBe(Math.round(batch.cost * 1e9));
});

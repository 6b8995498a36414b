import { afterAll, beforeAll, expect, test } from "vitest";
import type { Event } from "#tests/pipeline/calling.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { expectBatchCost, ledgerOf, requestsTo } from "./native-batching.ts";

const upstream = sharedUpstream();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await openPooledGateway({ upstream, providers: ["openai", "anthropic"] });
});
afterAll(() => gateway.stop());

const sent = () => requestsTo(upstream, "anthropic");
const message = (custom_id: string, content: string, model = "anthropic/claude-haiku-4.5") => ({
  custom_id,
  params: { model, max_tokens: 64, messages: [{ role: "user", content }] },
});

async function create(key: string, requests: unknown[], more: object = {}): Promise<string> {
  const { status, body } = await gateway.call("POST", "/messages/batches", { requests, ...more }, { key });
  expect([status, body]).toMatchObject([200, { processing_status: "in_progress" }]);
  return body.id;
}

async function endOf(id: string): Promise<Event> {
  await expect
    .poll(async () => (await gateway.call("GET", `/messages/batches/${id}`)).body.processing_status, {
      timeout: 50_000,
    })
    .toBe("ended");
  return (await gateway.call("GET", `/messages/batches/${id}`)).body;
}

async function resultsOf(id: string): Promise<Event[]> {
  const { body } = await gateway.call("GET", `/messages/batches/${id}/results`);
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("requests for Anthropic's models run as its batch at half the price, the others elsewhere, in the order sent", async () => {
  const { key } = await gateway.newKey();
  const requests = [
    message("one", "first"),
    message("two", "second", "anthropic/claude-sonnet-4.5"),
    message("three", "third", "openai/gpt-5-mini"),
    message("four", "fault-429"),
    message("five", "fault-400"),
  ];
  const id = await create(key, requests);
  // The failed request is sent again, outside of the batch, and fails for good.
  upstream.script({
    match: ({ path, raw }) => path.endsWith("/messages") && raw.includes("fault-429"),
    fault: { status: 400 },
  });
  const batch = await endOf(id);
  expect(batch.request_counts).toEqual({ processing: 0, succeeded: 3, errored: 2, canceled: 0, expired: 0 });
  const results = await resultsOf(id);
  expect(results.map(({ custom_id, result }) => [custom_id, result.type])).toEqual([
    ["one", "succeeded"],
    ["two", "succeeded"],
    ["three", "succeeded"],
    ["four", "errored"],
    ["five", "errored"],
  ]);
  expect(results[0]?.result.message).toMatchObject({ model: "anthropic/claude-haiku-4.5" });
  expect(results[4]?.result.error).toMatchObject({ type: "error", error: { type: "invalid_request_error" } });
  expect(sent().filter((request) => request === "POST /messages").length).toBe(1);
  const ledger = await ledgerOf(gateway, id);
  const haiku = ledger.filter(({ model, status }) => model === "anthropic/claude-haiku-4.5" && status === 200);
  for (const row of haiku) expectBatchCost(row);
  expect(haiku.length).toBe(1);
  await expect.poll(() => sent().some((request) => request.startsWith("DELETE /messages/batches/"))).toBe(true);
});

test.each([
  ["Anthropic's batch", "native", "/messages/batches"],
  ["the gateway", "gateway", "/messages"],
])("features in beta that the batch names apply to its requests in %s", async (_, batch, path) => {
  const { key } = await gateway.newKey();
  const betas = "output-300k-2026-03-24,context-1m-2025-08-07";
  const body = { requests: [message("one", `beta ${batch}`)], provider: { batch } };
  const made = await gateway.call("POST", "/messages/batches", body, { key, headers: { "anthropic-beta": betas } });
  await endOf(made.body.id);
  const request = upstream.requests.find((one) => one.method === "POST" && one.path.endsWith(path));
  expect(request?.raw.toString()).toContain(`beta ${batch}`);
  expect(request?.headers["anthropic-beta"]).toBe(betas);
});

test("prompt caching costs half too", async () => {
  const { key } = await gateway.newKey();
  const cached = { type: "text", text: "cached ".repeat(400), cache_control: { type: "ephemeral" } };
  const params = { ...message("one", "first").params, system: [cached] };
  const id = await create(key, [{ custom_id: "one", params }]);
  await endOf(id);
  const [row] = await ledgerOf(gateway, id);
  const { input_tokens: input, cache_write_tokens: written, output_tokens: output } = row?.usage_units ?? {};
  expect(written).toBeGreaterThan(0);
  expect(row?.cost_nano_usd).toBe(input * 500 + written * 625 + output * 2_500);
});

test("a guardrail redacts what the provider gets, and restores and filters what it returns", async () => {
  const { key, hash } = await gateway.newKey();
  const made = await gateway.call("POST", "/guardrails", {
    name: "Personal data",
    content_filter_builtins: [{ slug: "email", action: "redact" }],
  });
  expect(made.status).toBe(201);
  const assigned = await gateway.call("POST", `/guardrails/${made.body.data.id}/assignments/keys`, {
    key_hashes: [hash],
  });
  expect(assigned.status).toBe(200);
  const id = await create(key, [message("one", "Write to ada@example.com")]);
  await endOf(id);
  const order = upstream.requests.find(({ method, path }) => method === "POST" && path.endsWith("/messages/batches"));
  expect(order?.raw.toString()).not.toContain("ada@example.com");
  expect(order?.raw.toString()).toContain("[EMAIL_1]");
  const [row] = await ledgerOf(gateway, id);
  expect(row?.guardrail_findings.length).toBeGreaterThan(0);
});

import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { chatLine, endOf, linesOf, orderBatch } from "../batching.ts";
import { expectBatchCost, ledgerOf, requestsTo } from "./native-batching.ts";

const SMALL = "mistralai/mistral-small-2603";
const LARGE = "mistralai/mistral-large-2512";
const upstream = sharedUpstream();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await openPooledGateway({ upstream, providers: ["mistral"] });
});
afterAll(() => gateway.stop());

const sent = () => requestsTo(upstream, "mistral");
const jobs = () => sent().filter((request) => request === "POST /batch/jobs").length;
const small = (custom_id: string, content: string) => chatLine(custom_id, content, SMALL);

test("requests for Mistral's models run as its jobs, one for each model, at half the price", async () => {
  const { key, hash } = await gateway.newKey({ limit: 1 });
  const lines = [small("a", "one"), small("b", "two"), chatLine("c", "three", LARGE)];
  const { id } = await orderBatch(gateway, key, lines);
  const batch = await endOf(gateway, id);
  expect(batch).toMatchObject({ status: "completed", request_counts: { total: 3, completed: 3, failed: 0 } });
  const results = await linesOf(gateway, batch.output_file_id);
  expect(results.map(({ custom_id }) => custom_id)).toEqual(["a", "b", "c"]);
  expect(results[2].response.body.choices[0].message.content).toContain("three");
  expect(jobs()).toBe(2);
  expect(batch.provider_batches.map(({ requests }: { requests: number }) => requests).sort()).toEqual([1, 2]);
  const rows = await ledgerOf(gateway, id);
  const nanoUsd = rows.reduce((sum, row) => sum + expectBatchCost(row), 0);
  expect([rows.length, Math.round(batch.cost * 1e9)]).toEqual([3, nanoUsd]);
  const { usage } = (await gateway.call("GET", `/keys/${hash}`)).body.data;
  expect(Math.round(usage * 1e9)).toBe(nanoUsd);
  // The inputs and the results of both.
  await expect.poll(() => sent().filter((request) => request.startsWith("DELETE /files/")).length).toBe(4);
});

test("a job names its model, and its lines have only the fields that Mistral documents", async () => {
  const { key } = await gateway.newKey();
  await endOf(gateway, (await orderBatch(gateway, key, [small("a", "one")])).id);
  const order = upstream.requests.find(({ method, path }) => method === "POST" && path.endsWith("/batch/jobs"));
  expect(order?.body).toMatchObject({
    model: "mistral-small-2603",
    endpoint: "/v1/chat/completions",
    timeout_hours: 24,
    metadata: { switchboard_batch: expect.stringMatching(/^pbatch_/) },
  });
});

test("embeddings run as a job too", async () => {
  const { key } = await gateway.newKey();
  const body = { model: "mistralai/mistral-embed", input: "Hello" };
  const line = { custom_id: "a", method: "POST", url: "/v1/embeddings", body };
  const { id } = await orderBatch(gateway, key, [line], { endpoint: "/v1/embeddings" });
  const batch = await endOf(gateway, id);
  expect(batch).toMatchObject({ request_counts: { completed: 1 }, provider_batches: [{ provider: "mistral" }] });
  const [row] = await ledgerOf(gateway, id);
  // https://mistral.ai/pricing: 0.10 USD a million, half of it in batches.
  expect(row).toMatchObject({ service_tier: "batch", cost_nano_usd: row?.usage_units.input_tokens * 50 });
});

test("an invalid request fails, and one that the job did not run in time is run here", async () => {
  const { key } = await gateway.newKey();
  const lines = [small("invalid", "fault-400"), small("late", "fault-batch-expires"), small("fine", "hello")];
  const { id } = await orderBatch(gateway, key, lines);
  const batch = await endOf(gateway, id);
  expect(batch.request_counts).toEqual({ total: 3, completed: 2, failed: 1 });
  const [failure] = await linesOf(gateway, batch.error_file_id);
  expect(failure).toMatchObject({ custom_id: "invalid", response: { status_code: 400 } });
  expect(sent().filter((request) => request === "POST /chat/completions").length).toBe(1);
});

test("a job that fails as a whole, or is refused, is run here and leaves no file there", async () => {
  const { key } = await gateway.newKey();
  const failed = await endOf(gateway, (await orderBatch(gateway, key, [small("a", "fault-batch-fails")])).id);
  expect(failed.provider_batches[0].error).toContain("not accepted");
  upstream.script({
    match: ({ method, path }) => method === "POST" && path.endsWith("/batch/jobs"),
    times: 1,
    fault: { status: 422 },
  });
  const refused = await endOf(gateway, (await orderBatch(gateway, key, [small("a", "hello")])).id);
  for (const batch of [failed, refused]) expect(batch.request_counts).toMatchObject({ completed: 1, failed: 0 });
  const headers = { authorization: "Bearer of-another-program" };
  const filesThere = async () => (await fetch(`${upstream.url}/mistral/files?purpose=batch`, { headers })).json();
  await expect.poll(filesThere).toMatchObject({ data: [] });
});

test("a cancelled batch is cancelled there, and what has run is charged and delivered", async () => {
  const { key } = await gateway.newKey();
  const { id } = await orderBatch(gateway, key, [small("done", "hello"), small("late", "fault-batch-slow-60000")]);
  await expect.poll(sent, { timeout: 20_000 }).toContain("POST /batch/jobs");
  await gateway.call("POST", `/batches/${id}/cancel`, undefined, { key });
  const batch = await endOf(gateway, id);
  expect(batch).toMatchObject({ status: "cancelled", request_counts: { total: 2, completed: 1 } });
  expect(sent().some((request) => /^POST \/batch\/jobs\/.*\/cancel$/.test(request))).toBe(true);
  const [row] = await ledgerOf(gateway, id);
  expect(Math.round(batch.cost * 1e9)).toBe(expectBatchCost(row as NonNullable<typeof row>));
});

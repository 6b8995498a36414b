import { afterAll, beforeAll, expect, test } from "vitest";
import type { Event } from "#tests/pipeline/calling.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { chatLine, endOf, linesOf, orderBatch } from "../batching.ts";
import { expectBatchCost, ledgerOf, requestsTo } from "./native-batching.ts";

const FLASH = "google/gemini-2.5-flash";
const LITE = "google/gemini-2.5-flash-lite";
const upstream = sharedUpstream();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await openPooledGateway({ upstream, providers: ["google"] });
});
afterAll(() => gateway.stop());

const sent = () => requestsTo(upstream, "google").map((request) => request.replace("beta/", " "));
const count = (pattern: RegExp) => sent().filter((request) => pattern.test(request)).length;
const CREATE = /:batchGenerateContent$/;
const HERE = /:(generateContent|streamGenerateContent)$/;
const flash = (custom_id: string, content: string, more: object = {}) => chatLine(custom_id, content, FLASH, more);

/** Returns the requests of a batch as Google received them. */
function uploadedLines(): Event[] {
  const uploads = upstream.requests.filter(({ headers }) => headers["x-goog-upload-command"] === "upload, finalize");
  return uploads.flatMap(({ raw }) =>
    raw
      .toString()
      .trimEnd()
      .split("\n")
      .map((text) => JSON.parse(text)),
  );
}

/** Asks the fake provider as another program. */
async function there(path: string): Promise<Event> {
  const headers = { "x-goog-api-key": "of-another-program" };
  return (await fetch(`${upstream.url}/google/v1beta/${path}`, { headers })).json() as Promise<Event>;
}

test("chat lines for Gemini run as Google's batches, one for each model, at half the price", async () => {
  const { key, hash } = await gateway.newKey({ limit: 1 });
  const limits = { max_tokens: 50, temperature: 0.5, stop: ["END"] };
  const lines = [flash("a", "one", limits), flash("b", "two"), chatLine("c", "three", LITE)];
  const { id } = await orderBatch(gateway, key, lines);
  const batch = await endOf(gateway, id);
  expect(batch).toMatchObject({ status: "completed", request_counts: { total: 3, completed: 3, failed: 0 } });
  const results = await linesOf(gateway, batch.output_file_id);
  expect(results.map(({ custom_id }) => custom_id)).toEqual(["a", "b", "c"]);
  expect(results[2].response.body).toMatchObject({ object: "chat.completion", model: LITE });
  expect(results[2].response.body.choices[0].message.content).toContain("three");
  expect([count(CREATE), count(HERE)]).toEqual([2, 0]);
  expect(batch.provider_batches.map(({ requests }: { requests: number }) => requests).sort()).toEqual([1, 2]);
  expect(uploadedLines().find(({ request }) => request.generationConfig?.maxOutputTokens === 50)).toMatchObject({
    key: expect.stringMatching(/^pbatch_/),
    request: {
      contents: [{ role: "user", parts: [{ text: "one" }] }],
      generationConfig: { maxOutputTokens: 50, temperature: 0.5, stopSequences: ["END"] },
    },
  });
  const rows = await ledgerOf(gateway, id);
  const nanoUsd = rows.reduce((sum, row) => sum + expectBatchCost(row), 0);
  expect([rows.length, Math.round(batch.cost * 1e9)]).toEqual([3, nanoUsd]);
  const { usage } = (await gateway.call("GET", `/keys/${hash}`)).body.data;
  expect(Math.round(usage * 1e9)).toBe(nanoUsd);
  // The inputs, the results and the batches.
  await expect.poll(() => count(/^DELETE /)).toBe(6);
  expect(await there("batches")).toEqual({ operations: [] });
});

test("messages and responses lines run as its batch too", async () => {
  const { key } = await gateway.newKey();
  const ask = { model: FLASH, max_tokens: 64, messages: [{ role: "user", content: "hello" }] };
  const message = { custom_id: "a", method: "POST", url: "/v1/messages", body: ask };
  const response = { custom_id: "a", method: "POST", url: "/v1/responses", body: { model: FLASH, input: "hello" } };
  for (const line of [message, response]) {
    const { id } = await orderBatch(gateway, key, [line], { endpoint: line.url });
    const batch = await endOf(gateway, id);
    expect(batch).toMatchObject({ request_counts: { completed: 1 }, provider_batches: [{ provider: "google" }] });
    for (const row of await ledgerOf(gateway, id)) expectBatchCost(row);
  }
});

test("responses in the batch itself belong to the requests in their order", async () => {
  const { key } = await gateway.newKey();
  const lines = [flash("a", "one"), flash("b", "two fault-batch-inline"), flash("c", "three")];
  const { id } = await orderBatch(gateway, key, lines);
  const batch = await endOf(gateway, id);
  expect(batch.request_counts).toEqual({ total: 3, completed: 3, failed: 0 });
  const results = await linesOf(gateway, batch.output_file_id);
  const texts = results.map(({ response }) => response.body.choices[0].message.content);
  expect(["one", "two", "three"].every((text, at) => texts[at].includes(text))).toBe(true);
  expect(count(HERE)).toBe(0);
});

test("an invalid request fails, and what the provider could not run is run here", async () => {
  const { key } = await gateway.newKey();
  const lines = [flash("invalid", "fault-400"), flash("busy", "fault-503"), flash("fine", "hello")];
  const { id } = await orderBatch(gateway, key, lines);
  upstream.script({ match: ({ path }) => HERE.test(path), fault: { status: 400 } });
  const batch = await endOf(gateway, id);
  expect(batch.request_counts).toEqual({ total: 3, completed: 1, failed: 2 });
  const failures = await linesOf(gateway, batch.error_file_id);
  expect(failures.map(({ custom_id, response }) => [custom_id, response.status_code])).toEqual([
    ["invalid", 400],
    ["busy", 400],
  ]);
  expect(count(HERE)).toBe(1);
});

test("a batch that fails, expires or is refused is run here and leaves nothing there", async () => {
  const { key } = await gateway.newKey();
  const failed = await endOf(gateway, (await orderBatch(gateway, key, [flash("a", "fault-batch-fails")])).id);
  expect(failed.provider_batches[0].error).toContain("not accepted");
  const expired = await endOf(gateway, (await orderBatch(gateway, key, [flash("a", "fault-batch-expires")])).id);
  upstream.script({ match: ({ path }) => CREATE.test(path), times: 1, fault: { status: 400 } });
  const refused = await endOf(gateway, (await orderBatch(gateway, key, [flash("a", "hello")])).id);
  for (const batch of [failed, expired, refused])
    expect(batch.request_counts).toMatchObject({ completed: 1, failed: 0 });
  expect(count(HERE)).toBe(3);
  await expect.poll(() => there("files")).toEqual({});
});

test("a lost creation is found again by its name, and a batch is created once", async () => {
  const { key } = await gateway.newKey();
  upstream.script({ match: ({ path }) => CREATE.test(path), times: 1, fault: { cutAfterEvents: 0 } });
  const { id } = await orderBatch(gateway, key, [flash("a", "one"), flash("b", "two")]);
  const batch = await endOf(gateway, id);
  expect(batch.request_counts).toMatchObject({ completed: 2 });
  expect([count(CREATE), count(/^GET .*batches$/)]).toEqual([1, 1]);
  for (const row of await ledgerOf(gateway, id)) expectBatchCost(row);
});

test("a cancelled batch is cancelled there, and what has run is charged and delivered", async () => {
  const { key } = await gateway.newKey();
  const { id } = await orderBatch(gateway, key, [flash("done", "hello"), flash("late", "fault-batch-slow-60000")]);
  await expect.poll(() => count(CREATE)).toBe(1);
  await gateway.call("POST", `/batches/${id}/cancel`, undefined, { key });
  const batch = await endOf(gateway, id);
  expect(batch).toMatchObject({ status: "cancelled", request_counts: { total: 2, completed: 1 } });
  expect(count(/^POST .*:cancel$/)).toBe(1);
  const [row] = await ledgerOf(gateway, id);
  expect(Math.round(batch.cost * 1e9)).toBe(expectBatchCost(row as NonNullable<typeof row>));
});

import { GoogleGenAI } from "@google/genai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { googleBatches } from "#server/providers/google/batches/batches.ts";
import { startUpstream, type Upstream } from "#tests/support/upstream/upstream.ts";

// The fake provider's batches, seen by Google's own client and by our adapter.

let upstream: Upstream;
let client: GoogleGenAI;
beforeAll(async () => {
  upstream = await startUpstream();
  const httpOptions = { baseUrl: `${upstream.url}/google`, apiVersion: "v1beta" };
  client = new GoogleGenAI({ apiKey: "of-the-client", httpOptions });
});
afterAll(() => upstream.close());

const MODEL = "gemini-2.5-flash";
const contents = (text: string) => [{ role: "user", parts: [{ text }] }];

async function endOf(name: string) {
  await expect.poll(async () => (await client.batches.get({ name })).state).not.toMatch(/PENDING|RUNNING/);
  return client.batches.get({ name });
}

test("Google's client runs a batch of inlined requests", async () => {
  const src = [
    { contents: contents("one"), metadata: { key: "a" } },
    { contents: contents("fault-400"), metadata: { key: "b" } },
  ];
  const { name = "", state } = await client.batches.create({ model: MODEL, src, config: { displayName: "inlined" } });
  expect(state).toBe("JOB_STATE_PENDING");
  const { dest, ...batch } = await endOf(name);
  expect(batch).toMatchObject({ state: "JOB_STATE_SUCCEEDED", displayName: "inlined", model: `models/${MODEL}` });
  expect(dest?.inlinedResponses).toMatchObject([
    { metadata: { key: "a" }, response: { usageMetadata: { candidatesTokenCount: expect.any(Number) } } },
    { metadata: { key: "b" }, error: { code: 3 } },
  ]);
});

test("Google's client runs a batch of an uploaded file, lists, cancels and deletes it", async () => {
  const lines = ["one", "fault-batch-slow-60000"].map((text, at) =>
    JSON.stringify({ key: String(at), request: { contents: contents(text) } }),
  );
  const file = new Blob([lines.join("\n")]);
  const { name: src = "" } = await client.files.upload({ file, config: { mimeType: "application/jsonl" } });
  const { name = "" } = await client.batches.create({ model: MODEL, src, config: { displayName: "uploaded" } });
  const names: unknown[] = [];
  for await (const batch of await client.batches.list({ config: { pageSize: 1 } })) names.push(batch.displayName);
  expect(names).toEqual(["uploaded", "inlined"]);
  await client.batches.cancel({ name });
  const { state, dest } = await endOf(name);
  expect(state).toBe("JOB_STATE_CANCELLED");
  expect(dest?.fileName).toMatch(/^files\/batch-/);
  await client.batches.delete({ name });
  await expect(client.batches.get({ name })).rejects.toThrow(/404|not found/);
});

const handle = { batchId: "batches/1", inputFileId: "files/1" };
/** Returns what the adapter makes of a batch in this state. */
function progressOf(state: string, more: object = {}, batchStats: object = {}) {
  const operation = { name: "batches/1", metadata: { state, batchStats }, ...more };
  const target = { baseUrl: "https://google.invalid", credential: "key", signal: new AbortController().signal };
  return googleBatches.check({ ...target, fetch: async () => Response.json(operation) }, handle);
}

test("states of batches and of jobs are read, and results are waited for", async () => {
  const output = { response: { responsesFile: "files/2" } };
  for (const kind of ["BATCH", "JOB"]) {
    expect(await progressOf(`${kind}_STATE_PENDING`, output)).toEqual({ finished: 0 });
    const ran = { successfulRequestCount: "2", failedRequestCount: "1" };
    expect(await progressOf(`${kind}_STATE_SUCCEEDED`, output, ran)).toEqual({
      finished: 3,
      results: { files: ["files/2"] },
    });
    expect(await progressOf(`${kind}_STATE_SUCCEEDED`)).toEqual({ finished: 0 });
    expect(await progressOf(`${kind}_STATE_EXPIRED`)).toEqual({ finished: 0, results: { files: [] } });
  }
});

test("a canceled batch without results says that it may be charged", async () => {
  const progress = await progressOf("BATCH_STATE_CANCELLED", {}, { successfulRequestCount: "2" });
  expect(progress.failure).toContain("may charge for 2");
});

test("errors of requests have the status of their code", () => {
  const statusOf = (error: object) => googleBatches.result({ key: "a", error })?.status;
  expect([3, 8, 14, 429, 99].map((code) => statusOf({ code }))).toEqual([400, 429, 503, 429, 500]);
  expect(statusOf({ code: 1 })).toBeNull();
  expect(googleBatches.result({ response: {} })).toBeUndefined();
});

import Anthropic from "@anthropic-ai/sdk";
import OpenAI, { toFile } from "openai";
import { describe, expect, test } from "vitest";
import { openWorld } from "./scenario/scenario-world.ts";

const world = openWorld();

const openai = () => new OpenAI({ apiKey: world.key, baseURL: `${world.gateway.url}/api/v1` });
const anthropic = () => new Anthropic({ apiKey: world.key, baseURL: `${world.gateway.url}/api` });

const TERMINAL = ["completed", "failed", "expired", "cancelled"];

/** Waits as OpenAI's documentation says. */
async function waitForEnd(client: OpenAI, id: string): Promise<OpenAI.Batch> {
  for (;;) {
    const batch = await client.batches.retrieve(id);
    if (TERMINAL.includes(batch.status)) return batch;
    await new Promise((done) => setTimeout(done, 50));
  }
}

async function create(client: OpenAI, lines: unknown[], endpoint = "/v1/chat/completions", metadata = {}, more = {}) {
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
  const file = await client.files.create({ file: await toFile(Buffer.from(text), "in.jsonl"), purpose: "batch" });
  return client.batches.create({
    input_file_id: file.id,
    endpoint: endpoint as "/v1/responses",
    completion_window: "24h",
    metadata,
    ...more,
  });
}

async function linesOf(client: OpenAI, id: string | undefined) {
  const text = await (await client.files.content(id as string)).text();
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

const chat = (custom_id: string, content: string, model = "openai/gpt-5-mini") => ({
  custom_id,
  method: "POST",
  url: "/v1/chat/completions",
  body: { model, messages: [{ role: "user", content }] },
});

describe("openai", () => {
  test("a batch for several models ends with its responses and errors as files", async () => {
    const client = openai();
    const lines = [
      chat("first", "one"),
      chat("second", "two", "anthropic/claude-haiku-4.5"),
      chat("third", "three", "local/echo"),
      chat("fourth", "four", "nobody/knows-it"),
      { ...chat("fifth", "five"), body: { model: "openai/gpt-5-mini" } },
    ];
    const more = { output_expires_after: { anchor: "created_at", seconds: 86_400 } };
    const made = await create(client, lines, "/v1/chat/completions", { name: "nightly" }, more);
    expect(made).toMatchObject({
      object: "batch",
      status: "validating",
      completion_window: "24h",
      metadata: { name: "nightly" },
    });
    expect(made.expires_at).toBe(made.created_at + 86_400);
    const batch = await waitForEnd(client, made.id);
    expect(batch).toMatchObject({
      id: made.id,
      status: "completed",
      request_counts: { total: 5, completed: 3, failed: 2 },
      errors: null,
    });
    const results = await linesOf(client, batch.output_file_id);
    expect(results.map(({ custom_id }) => custom_id)).toEqual(["first", "second", "third"]);
    for (const { response, error } of results) {
      expect(error).toBeNull();
      expect(response).toMatchObject({ status_code: 200, body: { object: "chat.completion" } });
    }
    expect(results[0].response.body.choices[0].message.content).toContain("one");
    const failures = await linesOf(client, batch.error_file_id);
    expect(failures.map(({ custom_id, response }) => [custom_id, response.status_code])).toEqual([
      ["fourth", 404],
      ["fifth", 400],
    ]);
    expect(failures[1].response.body.error.message).toContain("messages");
    expect(await client.files.retrieve(batch.output_file_id as string)).toMatchObject({ purpose: "batch_output" });
  });

  test("a batch of responses and one of embeddings", async () => {
    const client = openai();
    const line = (custom_id: string, url: string, body: object) => ({ custom_id, method: "POST", url, body });
    const [texts, vectors] = await Promise.all([
      create(client, [line("a", "/v1/responses", { model: "openai/gpt-5-mini", input: "hi" })], "/v1/responses"),
      create(client, [line("b", "/v1/embeddings", { model: "local/word-hash", input: "hi" })], "/v1/embeddings"),
    ]);
    const [text] = await linesOf(client, (await waitForEnd(client, texts.id)).output_file_id);
    expect(text.response.body).toMatchObject({ object: "response", status: "completed" });
    const [vector] = await linesOf(client, (await waitForEnd(client, vectors.id)).output_file_id);
    expect(vector.response.body.data[0].embedding.length).toBeGreaterThan(10);
  });

  test("a file with invalid lines fails with the line and reason of each", async () => {
    const client = openai();
    const lines = [
      chat("a", "one"),
      "{not json",
      chat("a", "again"),
      { ...chat("c", "three"), method: "GET" },
      { ...chat("d", "four"), url: "/v1/responses" },
      { method: "POST", url: "/v1/chat/completions", body: {} },
      { custom_id: "f", method: "POST", url: "/v1/chat/completions" },
      { ...chat("g", "seven"), body: { ...chat("g", "seven").body, stream: true } },
    ];
    const batch = await waitForEnd(client, (await create(client, lines)).id);
    expect(batch).toMatchObject({ status: "failed", output_file_id: null, error_file_id: null });
    expect(batch.failed_at).toBeGreaterThanOrEqual(batch.created_at);
    expect(batch.errors?.data?.map(({ code, line, param }) => [line, code, param])).toEqual([
      [2, "invalid_json_line", null],
      [3, "duplicate_custom_id", "custom_id"],
      [4, "invalid_method", "method"],
      [5, "invalid_url", "url"],
      [6, "missing_required_parameter", "custom_id"],
      [7, "missing_required_parameter", "body"],
      [8, "invalid_request", "body.stream"],
    ]);
  });

  test("batches are listed page by page, newest first", async () => {
    const client = openai();
    const made = [];
    for (const name of ["x", "y", "z"]) made.unshift((await create(client, [chat(name, name, "local/echo")])).id);
    const listed = await Array.fromAsync(client.batches.list({ limit: 2 }));
    expect(listed.slice(0, 3).map(({ id }) => id)).toEqual(made);
    const page = await client.batches.list({ limit: 2 });
    expect([page.data.length, page.hasNextPage()]).toEqual([2, true]);
  });

  test("a cancelled batch keeps the results it has", async () => {
    const client = openai();
    const slow = Array.from({ length: 200 }, (_, index) => chat(`line-${index}`, "fault-slow-headers-300"));
    const { id } = await create(client, slow, undefined, {}, { provider: { batch: "gateway" } });
    await expect
      .poll(async () => (await client.batches.retrieve(id)).request_counts?.completed ?? 0)
      .toBeGreaterThan(0);
    expect(await client.batches.cancel(id)).toMatchObject({ id, status: "cancelling" });
    const batch = await waitForEnd(client, id);
    expect(batch.status).toBe("cancelled");
    expect(batch.cancelled_at).toBeGreaterThanOrEqual(batch.cancelling_at as number);
    const { completed = 0, failed = 0 } = batch.request_counts ?? {};
    expect([completed < 200, failed]).toEqual([true, 0]);
    const [results, errors] = await Promise.all([
      linesOf(client, batch.output_file_id),
      linesOf(client, batch.error_file_id),
    ]);
    expect([results.length, errors.length]).toEqual([completed, 200 - completed]);
    expect(errors[0]).toMatchObject({ response: null, error: { code: "batch_cancelled" } });
    await expect(client.batches.cancel(id)).rejects.toMatchObject({ status: 409 });
  });

  test("a file that is missing, or not for batches, is rejected", async () => {
    const client = openai();
    const request = { endpoint: "/v1/responses", completion_window: "24h" } as const;
    await expect(client.batches.create({ ...request, input_file_id: "file-none" })).rejects.toMatchObject({
      status: 404,
    });
    const file = await client.files.create({ file: await toFile(Buffer.from("{}"), "a.txt"), purpose: "user_data" });
    await expect(client.batches.create({ ...request, input_file_id: file.id })).rejects.toMatchObject({ status: 400 });
    await expect(client.batches.retrieve("batch_none")).rejects.toMatchObject({ status: 404 });
  });
});

describe("@anthropic-ai/sdk", () => {
  const message = (custom_id: string, content: string, model = "anthropic/claude-haiku-4.5") => ({
    custom_id,
    params: { model, max_tokens: 64, messages: [{ role: "user" as const, content }] },
  });

  /** Waits as Anthropic's documentation says. */
  async function waitForEnd(client: Anthropic, id: string) {
    for (;;) {
      const batch = await client.messages.batches.retrieve(id);
      if (batch.processing_status === "ended") return batch;
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  test("a batch ends with a stream of its results", async () => {
    const client = anthropic();
    const requests = [
      message("first", "one"),
      message("second", "two", "openai/gpt-5-mini"),
      message("third", "three", "nobody/knows-it"),
    ];
    const made = await client.messages.batches.create({ requests });
    expect(made).toMatchObject({
      type: "message_batch",
      processing_status: "in_progress",
      request_counts: { processing: 3, succeeded: 0, errored: 0, canceled: 0, expired: 0 },
      ended_at: null,
      results_url: null,
    });
    expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(86_400_000);
    const batch = await waitForEnd(client, made.id);
    expect(batch.request_counts).toEqual({ processing: 0, succeeded: 2, errored: 1, canceled: 0, expired: 0 });
    const results = await Array.fromAsync(await client.messages.batches.results(made.id));
    expect(results.map(({ custom_id, result }) => [custom_id, result.type])).toEqual([
      ["first", "succeeded"],
      ["second", "succeeded"],
      ["third", "errored"],
    ]);
    expect(results[0]?.result).toMatchObject({
      message: { type: "message", role: "assistant", content: [{ type: "text" }] },
    });
    expect(results[2]?.result).toMatchObject({ error: { type: "error", error: { type: "not_found_error" } } });
  });

  test("batches are listed, cancelled and deleted", async () => {
    const client = anthropic();
    const requests = Array.from({ length: 200 }, (_, index) => message(`line-${index}`, "fault-slow-headers-300"));
    const { id } = await client.messages.batches.create({ requests });
    await expect(client.messages.batches.delete(id)).rejects.toMatchObject({ status: 400 });
    expect(await client.messages.batches.cancel(id)).toMatchObject({ id, processing_status: "canceling" });
    const batch = await waitForEnd(client, id);
    expect(batch.request_counts.canceled).toBeGreaterThan(0);
    const results = await Array.fromAsync(await client.messages.batches.results(id));
    expect(results.filter(({ result }) => result.type === "canceled").length).toBe(batch.request_counts.canceled);
    const listed = await Array.fromAsync(client.messages.batches.list({ limit: 1 }));
    expect(listed[0]?.id).toBe(id);
    expect(await client.messages.batches.delete(id)).toEqual({ id, type: "message_batch_deleted" });
    await expect(client.messages.batches.retrieve(id)).rejects.toMatchObject({ status: 404 });
  });

  test("the beta client too", async () => {
    const { batches } = anthropic().beta.messages;
    const { id } = await batches.create({ requests: [message("only", "one")], betas: ["output-300k-2026-03-24"] });
    await waitForEnd(anthropic(), id);
    expect((await batches.list({ limit: 1 })).data[0]).toMatchObject({ id, processing_status: "ended" });
    const results = await Array.fromAsync(await batches.results(id));
    expect(results.map(({ result }) => result.type)).toEqual(["succeeded"]);
    expect(await batches.delete(id)).toMatchObject({ id, type: "message_batch_deleted" });
  });

  test("an id that is not unique is rejected", async () => {
    const requests = [message("same", "one"), message("same", "two")];
    await expect(anthropic().messages.batches.create({ requests })).rejects.toMatchObject({ status: 400 });
  });
});

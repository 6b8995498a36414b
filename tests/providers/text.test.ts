import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { afterAll, describe, expect, test } from "vitest";
import { fromThrown } from "#server/providers/errors/error.ts";
import { upstreamAgent, upstreamFetch } from "#server/providers/exchange/http.ts";
import { providers } from "#server/providers/registry.ts";
import { events, json, type Recorder, startRecorder } from "./recorder.ts";

const dispatcher = upstreamAgent({ connections: 4, connectTimeoutMs: 1000 });
afterAll(() => dispatcher.destroy());

const ask: LanguageModelV4CallOptions = {
  prompt: [
    { role: "system", content: "Be brief." },
    { role: "user", content: [{ type: "text", text: "Hi" }] },
  ],
  maxOutputTokens: 64,
};

async function textOf(id: string, upstream: Recorder, path = "") {
  const provider = providers.get(id);
  const baseUrl = upstream.url + path;
  const model = await provider?.text?.({ model: "m-1", credential: "k-1", baseUrl, fetch: upstreamFetch(dispatcher) });
  if (!provider?.textUsage || !model) throw new Error(`${id} has no text`);
  return { model, textUsage: provider.textUsage };
}

async function partsOf(stream: ReadableStream<LanguageModelV4StreamPart>): Promise<LanguageModelV4StreamPart[]> {
  return Array.fromAsync(stream as unknown as AsyncIterable<LanguageModelV4StreamPart>);
}

function joinTexts(parts: LanguageModelV4StreamPart[]): string {
  return parts.map((part) => (part.type === "text-delta" ? part.delta : "")).join("");
}

function finishOf(parts: LanguageModelV4StreamPart[]) {
  const last = parts.at(-1);
  if (last?.type !== "finish") throw new Error("the stream did not finish");
  return last;
}

describe("openai", () => {
  const usage = {
    input_tokens: 20,
    input_tokens_details: { cached_tokens: 8 },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 2 },
    total_tokens: 25,
  };
  const message = {
    type: "message",
    id: "msg_1",
    role: "assistant",
    content: [{ type: "output_text", text: "Hello", annotations: [] }],
  };
  const base = { id: "resp_1", object: "response", created_at: 1_760_000_000, model: "m-1" };

  test("sends /responses with a bearer token and reads output and usage", async () => {
    await using upstream = await startRecorder(json({ ...base, status: "completed", output: [message], usage }));
    const { model, textUsage } = await textOf("openai", upstream, "/v1");
    const response = await model.doGenerate(ask);
    expect(upstream.requests[0]).toMatchObject({ method: "POST", url: "/v1/responses" });
    expect(upstream.requests[0]?.headers.authorization).toBe("Bearer k-1");
    expect(JSON.parse(upstream.requests[0]?.body ?? "")).toMatchObject({ model: "m-1", max_output_tokens: 64 });
    expect(response.content).toMatchObject([{ type: "text", text: "Hello" }]);
    expect(textUsage(response.usage)).toEqual({
      input_tokens: 12,
      cache_read_tokens: 8,
      output_tokens: 5,
      reasoning_tokens: 2,
    });
  });

  test("streams", async () => {
    const delta = { item_id: "msg_1", output_index: 0, content_index: 0, logprobs: [] };
    await using upstream = await startRecorder(
      events([
        { type: "response.created", sequence_number: 0, response: { ...base, status: "in_progress", output: [] } },
        { type: "response.output_item.added", sequence_number: 1, output_index: 0, item: { ...message, content: [] } },
        { type: "response.output_text.delta", sequence_number: 2, ...delta, delta: "Hel" },
        { type: "response.output_text.delta", sequence_number: 3, ...delta, delta: "lo" },
        { type: "response.output_item.done", sequence_number: 4, output_index: 0, item: message },
        {
          type: "response.completed",
          sequence_number: 5,
          response: { ...base, status: "completed", output: [message], usage },
        },
      ]),
    );
    const { model, textUsage } = await textOf("openai", upstream, "/v1");
    const parts = await partsOf((await model.doStream(ask)).stream);
    expect(joinTexts(parts)).toBe("Hello");
    expect(finishOf(parts).finishReason.unified).toBe("stop");
    expect(textUsage(finishOf(parts).usage)).toMatchObject({ input_tokens: 12, cache_read_tokens: 8 });
  });
});

describe("anthropic", () => {
  const usage = {
    input_tokens: 22,
    cache_read_input_tokens: 200,
    cache_creation_input_tokens: 100,
    cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 100 },
    output_tokens: 1,
  };
  const message = { id: "msg_1", type: "message", role: "assistant", model: "m-1", stop_sequence: null };
  const read = { input_tokens: 22, cache_read_tokens: 200, cache_write_1h_tokens: 100 };

  test("sends /v1/messages with x-api-key and reads output and usage", async () => {
    const content = [{ type: "text", text: "Hello" }];
    await using upstream = await startRecorder(json({ ...message, content, stop_reason: "end_turn", usage }));
    const { model, textUsage } = await textOf("anthropic", upstream);
    const response = await model.doGenerate(ask);
    const sent = upstream.requests[0];
    expect(sent).toMatchObject({ method: "POST", url: "/v1/messages" });
    expect(sent?.headers).toMatchObject({ "x-api-key": "k-1", "anthropic-version": "2023-06-01" });
    expect(sent?.headers.authorization).toBeUndefined();
    expect(JSON.parse(sent?.body ?? "")).toMatchObject({ model: "m-1", max_tokens: 64 });
    expect(response.content).toMatchObject(content);
    expect(textUsage(response.usage)).toEqual({ ...read, output_tokens: 1 });
  });

  test("streams, and nulls in the last usage do not erase the cache counts", async () => {
    const nulls = { input_tokens: null, cache_read_input_tokens: null, cache_creation_input_tokens: null };
    const start = { ...message, content: [], stop_reason: null, usage };
    await using upstream = await startRecorder(
      events(
        [
          { type: "message_start", message: start },
          { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
          { type: "ping" },
          { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hello" } },
          { type: "content_block_stop", index: 0 },
          {
            type: "message_delta",
            delta: { stop_reason: "end_turn", stop_sequence: null },
            usage: { ...nulls, output_tokens: 9 },
          },
          { type: "message_stop" },
        ],
        true,
      ),
    );
    const { model, textUsage } = await textOf("anthropic", upstream);
    const parts = await partsOf((await model.doStream(ask)).stream);
    expect(joinTexts(parts)).toBe("Hello");
    expect(textUsage(finishOf(parts).usage)).toEqual({ ...read, output_tokens: 9 });
  });

  test("gives an error in the first event of a 200 the right status", async () => {
    const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    await using upstream = await startRecorder(events([error], true));
    const { model } = await textOf("anthropic", upstream);
    const thrown = await model.doStream(ask).then(undefined, (reason: unknown) => reason);
    const read = fromThrown(thrown, { credential: "k-1", now: 0 });
    expect(read).toMatchObject({ status: 529, retryable: true, message: "Overloaded" });
  });
});

describe("google", () => {
  const usageMetadata = { promptTokenCount: 11, candidatesTokenCount: 2, thoughtsTokenCount: 30, totalTokenCount: 43 };
  const read = { input_tokens: 11, output_tokens: 32, reasoning_tokens: 30 };
  const candidate = (text: string, finishReason?: string) => ({
    candidates: [{ content: { role: "model", parts: [{ text }] }, finishReason }],
    usageMetadata,
  });

  test("sends /v1beta with the key in a header and never in the URL", async () => {
    await using upstream = await startRecorder(json(candidate("Hello", "STOP")));
    const { model, textUsage } = await textOf("google", upstream);
    const response = await model.doGenerate(ask);
    expect(upstream.requests[0]).toMatchObject({ method: "POST", url: "/v1beta/models/m-1:generateContent" });
    expect(upstream.requests[0]?.headers["x-goog-api-key"]).toBe("k-1");
    expect(JSON.parse(upstream.requests[0]?.body ?? "")).toMatchObject({ generationConfig: { maxOutputTokens: 64 } });
    expect(response.content).toMatchObject([{ type: "text", text: "Hello" }]);
    expect(textUsage(response.usage)).toEqual(read);
  });

  test("streams", async () => {
    await using upstream = await startRecorder(events([candidate("Hel"), candidate("lo", "STOP")]));
    const { model, textUsage } = await textOf("google", upstream);
    const parts = await partsOf((await model.doStream(ask)).stream);
    expect(upstream.requests[0]?.url).toBe("/v1beta/models/m-1:streamGenerateContent?alt=sse");
    expect(joinTexts(parts)).toBe("Hello");
    expect(textUsage(finishOf(parts).usage)).toEqual(read);
  });
});

describe("compatible", () => {
  const usage = {
    prompt_tokens: 1000,
    completion_tokens: 5,
    prompt_cache_hit_tokens: 896,
    prompt_cache_miss_tokens: 104,
  };
  const read = { input_tokens: 104, cache_read_tokens: 896, output_tokens: 5 };
  const base = { id: "c-1", created: 1_760_000_000, model: "m-1" };
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    ...base,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason }],
  });

  test("sends /chat/completions with a bearer token and reads the provider's own usage fields", async () => {
    const choices = [{ index: 0, message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }];
    await using upstream = await startRecorder(json({ ...base, object: "chat.completion", choices, usage }));
    const { model, textUsage } = await textOf("deepseek", upstream, "/v1");
    const response = await model.doGenerate(ask);
    expect(upstream.requests[0]).toMatchObject({ method: "POST", url: "/v1/chat/completions" });
    expect(upstream.requests[0]?.headers.authorization).toBe("Bearer k-1");
    expect(JSON.parse(upstream.requests[0]?.body ?? "")).toMatchObject({ model: "m-1", max_tokens: 64 });
    expect(response.content).toMatchObject([{ type: "text", text: "Hello" }]);
    expect(textUsage(response.usage)).toEqual(read);
  });

  test.each([
    ["groq", { include_usage: true }],
    ["mistral", undefined],
  ])("%s streams, with a usage request only if it accepts the field", async (id, stream_options) => {
    const last = { ...chunk({}, "stop"), usage };
    await using upstream = await startRecorder(
      events([chunk({ role: "assistant", content: "Hel" }), chunk({ content: "lo" }), last, "[DONE]"]),
    );
    const { model, textUsage } = await textOf(id, upstream, "/v1");
    const parts = await partsOf((await model.doStream(ask)).stream);
    expect(JSON.parse(upstream.requests[0]?.body ?? "").stream_options).toEqual(stream_options);
    expect(joinTexts(parts)).toBe("Hello");
    expect(textUsage(finishOf(parts).usage)).toEqual(read);
  });
});

test.each(["openai", "anthropic", "google", "groq"])("a 429 from %s keeps its message and Retry-After", async (id) => {
  const body = { type: "error", error: { type: "rate_limit_error", code: 429, message: "Slow down", status: "X" } };
  await using upstream = await startRecorder(json(body, 429, { "retry-after": "4" }));
  const { model } = await textOf(id, upstream);
  const thrown = await Promise.resolve(model.doStream(ask)).then(undefined, (reason: unknown) => reason);
  const read = fromThrown(thrown, { credential: "k-1", now: 0 });
  expect(read).toMatchObject({ status: 429, retryable: true, retryAfterMs: 4000, message: "Slow down" });
});

test.each(["openai", "anthropic", "google", "groq"])(
  "%s sends no key from the environment if it gets none",
  async (id) => {
    const variables = ["OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY", "GROQ_API_KEY"];
    for (const name of variables) process.env[name] = "from-the-environment";
    await using upstream = await startRecorder(json({}, 500));
    const fetch = upstreamFetch(dispatcher);
    const model = await providers.get(id)?.text?.({ model: "m-1", credential: "", baseUrl: upstream.url, fetch });
    await Promise.resolve(model?.doGenerate(ask)).catch(() => undefined);
    for (const name of variables) delete process.env[name];
    expect(upstream.requests).toHaveLength(1);
    expect(JSON.stringify(upstream.requests[0])).not.toContain("from-the-environment");
  },
);

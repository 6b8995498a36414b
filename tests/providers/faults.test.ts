import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { UpstreamError } from "#server/errors.ts";
import { fromResponse, fromThrown } from "#server/providers/errors/error.ts";
import { requestNative, upstreamAgent, upstreamFetch } from "#server/providers/exchange/http.ts";
import { readBounded } from "#server/providers/exchange/upstream-body.ts";
import type { DialectId } from "#server/providers/provider.ts";
import { providers } from "#server/providers/registry.ts";
import { startUpstream, type Upstream } from "#tests/support/upstream/upstream.ts";

const dispatcher = upstreamAgent({ connections: 16, connectTimeoutMs: 1000 });
const context = { credential: "key-of-the-house", now: 0 };
let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
beforeEach(() => upstream.reset());
afterAll(async () => {
  await dispatcher.destroy();
  await upstream.close();
});

const ask: LanguageModelV4CallOptions = {
  prompt: [{ role: "user", content: [{ type: "text", text: "Good morning to all of you" }] }],
};

/** The parts of a stream, and the rejection or error part that ended it early. */
async function readParts(id: string, fault: string, signal?: AbortSignal) {
  const provider = providers.get(id);
  const baseUrl = `${upstream.url}/${fault}${id === "openai" || id === "groq" ? "/v1" : ""}`;
  const at = { model: "m-1", credential: context.credential, baseUrl, fetch: upstreamFetch(dispatcher) };
  const parts: LanguageModelV4StreamPart[] = [];
  let thrown: unknown;
  try {
    const model = await provider?.text?.(at);
    if (!model) throw new Error(`${id} has no text`);
    const { stream } = await model.doStream({ ...ask, abortSignal: signal });
    for await (const part of stream as unknown as AsyncIterable<LanguageModelV4StreamPart>) parts.push(part);
  } catch (error) {
    thrown = error;
  }
  const failed = parts.find((part) => part.type === "error")?.error ?? thrown;
  return { parts, error: failed === undefined ? undefined : fromThrown(failed, context) };
}

describe.each(["openai", "anthropic", "google", "groq"])("converted text of %s", (id) => {
  test("a complete stream has text, a finish and usage", async () => {
    const { parts, error } = await readParts(id, "whole");
    expect(error).toBeUndefined();
    const text = parts.map((part) => (part.type === "text-delta" ? part.delta : "")).join("");
    expect(text).toContain("Good morning to all of you");
    const last = parts.at(-1);
    const usage = last?.type === "finish" ? providers.get(id)?.textUsage?.(last.usage) : undefined;
    expect(usage?.input_tokens).toBeGreaterThan(0);
    expect(usage?.output_tokens).toBeGreaterThan(0);
  });

  test.each([400, 401, 403, 404, 413, 429, 500, 503, 529])("the status %i is kept with its message", async (status) => {
    const { error } = await readParts(id, `fault-${status}`);
    const retryable = ![400, 413].includes(status);
    expect(error).toMatchObject({ status, retryable });
    expect(error?.message).not.toMatch(/status \d|\{/);
  });

  test("the delay is read from the headers", async () => {
    expect((await readParts(id, "fault-429/fault-retry-after-3")).error).toMatchObject({ retryAfterMs: 3000 });
    expect((await readParts(id, "fault-429/fault-retry-ms-250")).error).toMatchObject({ retryAfterMs: 250 });
  });

  test.each(["fault-reset", "fault-cut-2", "fault-early-end-2", "fault-empty", "fault-html"])(
    "%s is a retryable 502, or a stream without an end or with an interrupted one",
    async (fault) => {
      const { parts, error } = await readParts(id, fault);
      const last = parts.at(-1);
      if (error) expect(error).toMatchObject({ status: 502, retryable: true, fault: "upstream" });
      else if (last?.type === "finish") expect(last.finishReason.unified).toBe("interrupted");
    },
  );

  test("a stalled stream ends with the reason for stopping it", async () => {
    const { error } = await readParts(id, "fault-stall-2", AbortSignal.timeout(150));
    expect(error).toMatchObject({ status: 524, retryable: true });
  });
});

const natives: [id: string, dialect: DialectId, body: object][] = [
  ["openai", "responses", { model: "m", input: "hi", stream: true }],
  ["openai", "chat", { model: "m", messages: [{ role: "user", content: "hi" }], stream: true }],
  ["anthropic", "messages", { model: "m", messages: [{ role: "user", content: "hi" }], stream: true }],
  ["openrouter", "responses", { model: "m", input: "hi", stream: true }],
  ["openrouter", "messages", { model: "m", messages: [{ role: "user", content: "hi" }], stream: true }],
  ["xai", "responses", { model: "m", input: "hi", stream: true }],
  ["deepseek", "messages", { model: "m", messages: [{ role: "user", content: "hi" }], stream: true }],
  ["openrouter", "chat", { model: "m", messages: [{ role: "user", content: "hi" }], stream: true }],
];

describe.each(natives)("native text of %s: %s", (id, dialect, body) => {
  async function send(fault: string) {
    const native = providers.get(id)?.native?.[dialect];
    if (!native) throw new Error(`${id} does not speak ${dialect}`);
    const version = id === "anthropic" ? "" : "/v1";
    const response = await requestNative({
      dispatcher,
      url: `${upstream.url}/${fault}${version}${native.path}`,
      headers: native.headers(context.credential),
      body: JSON.stringify(native.prepare?.({ ...body }, []) ?? body),
      signal: AbortSignal.timeout(2000),
      headersTimeoutMs: 2000,
    });
    return { status: response.status, headers: response.headers, body: await readBounded(response.body) };
  }

  test("the upstream accepts the prepared body and streams", async () => {
    const { status, headers, body: text } = await send("whole");
    expect({ status, text }).toMatchObject({ status: 200 });
    expect(headers["content-type"]).toContain("text/event-stream");
    expect(text).toContain("usage");
  });

  test.each([429, 500, 529])("a %i becomes the matching error", async (status) => {
    const error: UpstreamError = fromResponse(await send(`fault-${status}/fault-retry-after-2`), context);
    expect(error).toMatchObject({ status, retryable: true, retryAfterMs: 2000, fault: "upstream" });
    expect(error.message).not.toMatch(/status \d|\{/);
  });
});

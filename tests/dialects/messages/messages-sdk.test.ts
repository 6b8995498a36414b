import { createServer } from "node:http";
import { createAnthropic } from "@ai-sdk/anthropic";
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import Anthropic from "@anthropic-ai/sdk";
import { beforeAll, describe, expect, test } from "vitest";
import type { DialectEvent } from "#server/dialects/dialect.ts";
import { messages } from "#server/dialects/messages/messages.ts";
import { listenLocally } from "#tests/support/network/listen-locally.ts";

const usage = {
  inputTokens: { total: 30, noCache: 20, cacheRead: 10, cacheWrite: 0 },
  outputTokens: { total: 12, text: 8, reasoning: 4 },
};
/** As a chat upstream sends them: the text is closed last, and the two requests overlap. */
const parts: LanguageModelV4StreamPart[] = [
  { type: "stream-start", warnings: [] },
  { type: "reasoning-start", id: "r" },
  { type: "reasoning-delta", id: "r", delta: "Two cities." },
  { type: "reasoning-delta", id: "r", delta: "", providerMetadata: { anthropic: { signature: "EqQB" } } },
  { type: "reasoning-end", id: "r" },
  { type: "text-start", id: "t" },
  { type: "text-delta", id: "t", delta: "Let me " },
  { type: "ping" },
  { type: "text-delta", id: "t", delta: "look." },
  { type: "tool-input-start", id: "call_a", toolName: "weather" },
  { type: "tool-input-delta", id: "call_a", delta: '{"city":' },
  { type: "tool-input-start", id: "call_b", toolName: "weather" },
  { type: "tool-input-delta", id: "call_b", delta: '{"city":"Rome"}' },
  { type: "tool-input-delta", id: "call_a", delta: '"Oslo"}' },
  { type: "tool-input-end", id: "call_a" },
  { type: "tool-call", toolCallId: "call_a", toolName: "weather", input: '{"city":"Oslo"}' },
  { type: "tool-input-end", id: "call_b" },
  { type: "tool-call", toolCallId: "call_b", toolName: "weather", input: '{"city":"Rome"}' },
  { type: "text-end", id: "t" },
  { type: "finish", finishReason: { unified: "tool-calls", raw: "tool_calls" }, usage },
];
const content = [
  { type: "thinking", thinking: "Two cities.", signature: "EqQB" },
  { type: "text", text: "Let me look." },
  { type: "tool_use", id: "call_a", name: "weather", input: { city: "Oslo" } },
  { type: "tool_use", id: "call_b", name: "weather", input: { city: "Rome" } },
];

function encodeStream(stream: LanguageModelV4StreamPart[]): DialectEvent[] {
  const trailer = () => ({ service_metadata: { attempt: 1 } });
  const encoder = messages.encoder({ id: "gen-1", model: "a/b", createdAt: 1, request: {}, trailer });
  return stream.flatMap((part) => encoder.encode(part));
}

/** The response to the next request. */
let events: DialectEvent[] = [];
let url: string;

beforeAll(async () => {
  const server = createServer(async (request, response) => {
    const body: Buffer[] = [];
    for await (const chunk of request) body.push(chunk);
    if (JSON.parse(Buffer.concat(body).toString()).stream !== true) {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(messages.collect(events)));
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const { event, data } of events) response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    response.end();
  });
  const local = await listenLocally(server);
  url = local.url;
  return local.close;
});

const ask = { model: "a/b", max_tokens: 100, messages: [{ role: "user" as const, content: "weather?" }] };
const client = () => new Anthropic({ apiKey: "key", baseURL: url, maxRetries: 0 });

describe("the Anthropic client", () => {
  test("builds the whole message from the stream", async () => {
    events = encodeStream(parts);
    const stream = client().messages.stream(ask);
    const texts: string[] = [];
    const finished: string[] = [];
    stream.on("text", (text) => texts.push(text));
    stream.on("contentBlock", (block) => finished.push(block.type));
    const message = await stream.finalMessage();
    expect(message.content).toMatchObject(content);
    expect(message.stop_reason).toBe("tool_use");
    expect(message.usage).toMatchObject({ input_tokens: 20, cache_read_input_tokens: 10, output_tokens: 12 });
    expect(texts).toEqual(["Let me ", "look."]);
    expect(finished).toEqual(["thinking", "text", "tool_use", "tool_use"]);
  });

  test("reads a response that is not streamed", async () => {
    events = encodeStream(parts);
    const message = await client().messages.create(ask);
    expect(message).toMatchObject({ id: "gen-1", type: "message", role: "assistant", model: "a/b", content });
  });

  test("throws a typed error in the middle of a stream", async () => {
    events = encodeStream([...parts.slice(0, 8), { type: "error", error: { message: "busy", code: 529 } }]);
    const failure = await client()
      .messages.stream(ask)
      .finalMessage()
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Anthropic.APIError);
    expect(failure).toMatchObject({ type: "overloaded_error" });
  });

  test("never mistakes a cut stream for a complete message", async () => {
    events = encodeStream(parts.slice(0, 8));
    await expect(client().messages.stream(ask).finalMessage()).rejects.toThrow(
      "stream ended without producing a Message",
    );
  });
});

describe("the AI SDK's Anthropic package", () => {
  const model = () => createAnthropic({ apiKey: "key", baseURL: `${url}/v1` })("claude-x");
  const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "weather?" }] }];

  test("reads the response, streamed and whole", async () => {
    events = encodeStream(parts);
    const { stream } = await model().doStream({ prompt });
    const got: LanguageModelV4StreamPart[] = [];
    for await (const part of stream) got.push(part);
    expect(got.filter(({ type }) => type === "error")).toEqual([]);
    const inputs = got.flatMap((part) => (part.type === "tool-call" ? [[part.toolCallId, part.input]] : []));
    expect(inputs).toEqual([
      ["call_a", '{"city":"Oslo"}'],
      ["call_b", '{"city":"Rome"}'],
    ]);
    expect(got.at(-1)).toMatchObject({ type: "finish", finishReason: { unified: "tool-calls" } });
    const whole = await model().doGenerate({ prompt });
    expect(whole.content).toMatchObject([
      { type: "reasoning" },
      { type: "text" },
      { toolName: "weather" },
      { toolName: "weather" },
    ]);
    expect(whole.usage.outputTokens.total).toBe(12);
  });

  test("reads citations", async () => {
    events = encodeStream([
      { type: "text-delta", id: "t", delta: "fact" },
      { type: "source", sourceType: "url", id: "s", url: "https://a.test" },
      { type: "source", sourceType: "document", id: "d", mediaType: "text/plain", title: "D" },
      { type: "finish", finishReason: { unified: "stop", raw: undefined }, usage },
    ]);
    const whole = await model().doGenerate({ prompt });
    expect(whole.content[0]).toMatchObject({ type: "text", text: "fact" });
    expect(whole.finishReason.unified).toBe("stop");
  });
});

import { createOpenAI } from "@ai-sdk/openai";
import { createOpenRouter } from "@openrouter/ai-sdk-provider";
import { OpenRouter } from "@openrouter/sdk";
import { generateText, jsonSchema, streamText, tool } from "ai";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chat } from "#server/dialects/chat/chat.ts";
import type { Body, DialectEvent } from "#server/dialects/dialect.ts";
import { type EventServer, eventServer } from "../event-server.ts";
import { callParts, context, encodeAll, finish, type Part, reasoningParts, textParts } from "../neutral-parts.ts";

const answer = "Hello, wörld 👋";
const input = '{"city":"Paris","days":[1,2]}';
const failure = { status: 529, message: "The provider is overloaded" };

const scenarios: Record<string, Part[]> = {
  text: [...reasoningParts("Let me think.", 4), ...textParts(answer, 3), finish()],
  tool: [
    ...callParts("call_1", "weather", input, 5),
    { type: "tool-call", toolCallId: "call_2", toolName: "weather", input: "{}" },
    finish("tool-calls"),
  ],
  cut: [...textParts(answer, 3).slice(0, 3)],
};

function eventsOf(request: Body): DialectEvent[] {
  const encoder = chat.encoder({ ...context, request });
  const scenario = String(request.model);
  const events = encodeAll(encoder, scenarios[scenario] ?? []);
  return scenario === "cut" ? [...events, ...encoder.fail(failure)] : events;
}

const weather = {
  name: "weather",
  description: "The weather of a city",
  parameters: { type: "object", properties: { city: { type: "string" } } },
};
const tools = [{ type: "function" as const, function: weather }];
const messages = [{ role: "user" as const, content: "Hi" }];

let server: EventServer;
beforeAll(async () => {
  server = await eventServer((body) => ({ events: eventsOf(body), reply: () => chat.collect(eventsOf(body)) }));
});
afterAll(() => server.close());

describe("openai", () => {
  const client = () => new OpenAI({ apiKey: "key", baseURL: server.baseUrl, maxRetries: 0 });

  test("chat.completions.stream() assembles the text", async () => {
    const final = await client().chat.completions.stream({ model: "text", messages }).finalChatCompletion();
    expect(final.choices[0]?.message.content).toBe(answer);
    expect(final.choices[0]?.finish_reason).toBe("stop");
    expect(final.usage).toMatchObject({ prompt_tokens: 20, completion_tokens: 9, total_tokens: 29 });
  });

  test("chat.completions.stream() assembles two tool calls", async () => {
    const final = await client().chat.completions.stream({ model: "tool", messages, tools }).finalChatCompletion();
    expect(final.choices[0]?.finish_reason).toBe("tool_calls");
    expect(final.choices[0]?.message.tool_calls).toMatchObject([
      { id: "call_1", function: { name: "weather", arguments: input } },
      { id: "call_2", function: { name: "weather", arguments: "{}" } },
    ]);
  });

  test("chat.completions.stream() rejects on a failure mid-stream", async () => {
    const stream = client().chat.completions.stream({ model: "cut", messages });
    await expect(stream.finalChatCompletion()).rejects.toThrow(failure.message);
  });

  test("chat.completions.create() reads the whole response", async () => {
    const reply = await client().chat.completions.create({ model: "text", messages });
    expect(reply.choices[0]?.message.content).toBe(answer);
  });
});

describe("@openrouter/sdk", () => {
  const client = () => new OpenRouter({ apiKey: "key", serverURL: server.baseUrl, retryConfig: { strategy: "none" } });
  type Chunk = { choices: { delta: Body; finishReason: string | null }[]; usage?: Body; error?: Body };
  const chunksOf = async (model: string): Promise<Chunk[]> => {
    const stream = await client().chat.send({ chatRequest: { model, messages, stream: true } });
    return Array.fromAsync(stream as unknown as AsyncIterable<Chunk>);
  };
  const join = (chunks: Chunk[], field: string) => chunks.map((chunk) => chunk.choices[0]?.delta[field] ?? "").join("");

  test("reads text, reasoning and usage from the stream", async () => {
    const chunks = await chunksOf("text");
    expect(join(chunks, "content")).toBe(answer);
    expect(join(chunks, "reasoning")).toBe("Let me think.");
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { totalTokens: 29, cost: 0.0015 } });
  });

  test("reads a failure from the stream", async () => {
    const failed = (await chunksOf("cut")).at(-1);
    expect(failed?.error).toMatchObject({ code: 529, message: failure.message });
    expect(failed?.choices[0]?.finishReason).toBe("error");
  });

  test("accepts the whole response", async () => {
    const reply = await client().chat.send({ chatRequest: { model: "tool", messages, stream: false } });
    expect(reply).toMatchObject({
      choices: [{ message: { toolCalls: [{ id: "call_1", function: { arguments: input } }, { id: "call_2" }] } }],
    });
  });
});

const providers = {
  "@ai-sdk/openai": (id: string) => createOpenAI({ apiKey: "key", baseURL: server.baseUrl }).chat(id),
  "@openrouter/ai-sdk-provider": (id: string) => createOpenRouter({ apiKey: "key", baseURL: server.baseUrl })(id),
};

describe.each(Object.entries(providers))("ai with %s", (_name, model) => {
  const aiTools = { weather: tool({ inputSchema: jsonSchema<{ city: string }>(weather.parameters as object) }) };

  test("streams text to a regular finish", async () => {
    const result = streamText({ model: model("text"), prompt: "Hi", maxRetries: 0 });
    expect(await result.text).toBe(answer);
    expect(await result.finishReason).toBe("stop");
    expect((await result.usage).totalTokens).toBe(29);
  });

  test("streams tool calls", async () => {
    const result = streamText({ model: model("tool"), prompt: "Hi", tools: aiTools, maxRetries: 0 });
    const calls = await result.toolCalls;
    expect(calls.map((call) => call.toolCallId)).toEqual(["call_1", "call_2"]);
    expect(calls[0]?.input).toEqual(JSON.parse(input));
  });

  test("never mistakes a mid-stream failure for the end of the response", async () => {
    const result = streamText({ model: model("cut"), prompt: "Hi", maxRetries: 0, onError: () => {} });
    await result.consumeStream();
    expect(["error", "other"]).toContain(await result.finishReason);
  });

  test("reads the whole response", async () => {
    const { text } = await generateText({ model: model("text"), prompt: "Hi", maxRetries: 0 });
    expect(text).toBe(answer);
  });
});

test("@openrouter/ai-sdk-provider keeps the signature of the reasoning", async () => {
  const model = providers["@openrouter/ai-sdk-provider"]("text");
  const { providerMetadata } = await generateText({ model, prompt: "Hi", maxRetries: 0 });
  expect(providerMetadata?.openrouter?.reasoning_details).toMatchObject([
    { type: "reasoning.text", text: "Let me think.", signature: "c2ln", format: "anthropic-claude-v1" },
  ]);
});

test("@openrouter/ai-sdk-provider reports the failure mid-stream", async () => {
  const errors: unknown[] = [];
  const onError = ({ error }: { error: unknown }) => void errors.push(error);
  const result = streamText({
    model: providers["@openrouter/ai-sdk-provider"]("cut"),
    prompt: "Hi",
    maxRetries: 0,
    onError,
  });
  await result.consumeStream();
  expect(errors).toMatchObject([{ message: failure.message }]);
});

import { createOpenAI } from "@ai-sdk/openai";
import { OpenRouter } from "@openrouter/sdk";
import { generateText, jsonSchema, streamText, tool } from "ai";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Body, DialectEvent } from "#server/dialects/dialect.ts";
import { type EventStyle, withSpecEvents } from "#server/dialects/responses/encode/spec-events.ts";
import { responses } from "#server/dialects/responses/responses.ts";
import { type EventServer, eventServer } from "../event-server.ts";
import { callParts, context, encodeAll, finish, type Part, reasoningParts, textParts } from "../neutral-parts.ts";

const answer = "Hello, wörld 👋";
const input = '{"city":"Paris","days":[1,2]}';
const failure = { status: 529, message: "The provider is overloaded" };

const scenarios: Record<string, Part[]> = {
  text: [...reasoningParts("Let me think.", 4), ...textParts(answer, 3), finish()],
  tool: [...callParts("call_1", "weather", input, 5), finish("tool-calls")],
  cut: [...textParts(answer, 3).slice(0, 3)],
  "cut upstream": [...textParts(answer, 3).slice(0, 3)],
};

function eventsOf(request: Body, style: EventStyle): DialectEvent[] {
  const encoder = responses.encoder({ ...context, request });
  const scenario = String(request.model);
  const events = encodeAll(encoder, scenarios[scenario] ?? []);
  // A passed-through stream has no encoder; a new one reports that the stream was cut.
  const failing = scenario === "cut" ? encoder : responses.encoder({ ...context, request });
  const all = scenario.startsWith("cut") ? [...events, ...failing.fail(failure)] : events;
  const state = {};
  return all.flatMap((event) => withSpecEvents(event, style, state));
}

const weather = {
  name: "weather",
  description: "The weather of a city",
  parameters: { type: "object", properties: { city: { type: "string" } } },
};

const servers: EventServer[] = [];
async function start(style: EventStyle): Promise<string> {
  const server = await eventServer((body) => {
    const events = eventsOf(body, style);
    return { events, reply: () => responses.collect(eventsOf(body, "openai")) };
  });
  servers.push(server);
  return server.baseUrl;
}

let plain = "";
let superset = "";
beforeAll(async () => {
  plain = await start("openai");
  superset = await start("all");
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
});

describe("openai", () => {
  const client = () => new OpenAI({ apiKey: "key", baseURL: plain, maxRetries: 0 });
  const tools = [{ type: "function" as const, strict: null, ...weather }];

  test("responses.stream() assembles the text", async () => {
    const final = await client().responses.stream({ model: "text", input: "Hi" }).finalResponse();
    expect(final.output_text).toBe(answer);
    expect(final.status).toBe("completed");
    expect(final.usage?.input_tokens_details.cached_tokens).toBe(8);
  });

  test("responses.stream() assembles a tool call and its arguments", async () => {
    const final = await client().responses.stream({ model: "tool", input: "Hi", tools }).finalResponse();
    expect(final.output[0]).toMatchObject({ type: "function_call", call_id: "call_1", arguments: input });
  });

  test.each(["cut", "cut upstream"])("responses.stream() sees a %s as a failed response", async (model) => {
    const final = await client().responses.stream({ model, input: "Hi" }).finalResponse();
    expect(final.status).toBe("failed");
    expect(final.error).toMatchObject({ code: "server_error", message: failure.message });
  });

  test("responses.create({ stream: true }) reads the superset too", async () => {
    const lenient = new OpenAI({ apiKey: "key", baseURL: superset, maxRetries: 0 });
    let text = "";
    for await (const event of await lenient.responses.create({ model: "text", input: "Hi", stream: true })) {
      if (event.type === "response.output_text.delta") text += event.delta;
    }
    expect(text).toBe(answer);
  });

  test("responses.create() reads the whole response", async () => {
    const reply = await client().responses.create({ model: "text", input: "Hi" });
    expect(reply.output_text).toBe(answer);
  });
});

describe.each([
  ["openai", () => plain],
  ["all", () => superset],
])("@openrouter/sdk on style %s", (_style, baseUrl) => {
  const client = () => new OpenRouter({ apiKey: "key", serverURL: baseUrl(), retryConfig: { strategy: "none" } });

  test("reads text and reasoning from the stream", async () => {
    const stream = await client().responses.send({ responsesRequest: { model: "text", input: "Hi", stream: true } });
    const known = ["response.output_text.delta", "response.reasoning_text.delta", "response.completed"];
    const seen = { text: "", reasoning: "", types: new Set<string>() };
    for await (const event of stream as AsyncIterable<{ type: string; delta?: string }>) {
      seen.types.add(event.type);
      if (event.type === "response.output_text.delta") seen.text += event.delta;
      if (event.type === "response.reasoning_text.delta") seen.reasoning += event.delta;
    }
    expect(seen).toMatchObject({ text: answer, reasoning: "Let me think." });
    for (const type of known) expect(seen.types).toContain(type);
  });

  test("reads a tool call from the stream", async () => {
    const tools = [{ type: "function" as const, ...weather }];
    const request = { model: "tool", input: "Hi", stream: true as const, tools };
    const stream = await client().responses.send({ responsesRequest: request });
    const events = await Array.fromAsync(stream as AsyncIterable<{ type: string; arguments?: string }>);
    const done = events.find((event) => event.type === "response.function_call_arguments.done");
    expect(done?.arguments).toBe(input);
  });

  test("reads a failure from the stream", async () => {
    const stream = await client().responses.send({ responsesRequest: { model: "cut", input: "Hi", stream: true } });
    const events = await Array.fromAsync(stream as AsyncIterable<{ type: string; response?: { error: unknown } }>);
    const failed = events.find((event) => event.type === "response.failed");
    expect(failed?.response?.error).toMatchObject({ message: failure.message });
  });

  test("callModel() collects the text, and throws on a failure", async () => {
    expect(await client().callModel({ model: "text", input: "Hi" }).getText()).toBe(answer);
    await expect(client().callModel({ model: "cut", input: "Hi" }).getText()).rejects.toThrow(failure.message);
  });

  test("accepts the whole response", async () => {
    const reply = await client().responses.send({ responsesRequest: { model: "text", input: "Hi", stream: false } });
    expect(reply).toMatchObject({ status: "completed", usage: { totalTokens: 29, cost: 0.0015 } });
  });
});

describe("ai with @ai-sdk/openai", () => {
  const model = (id: string) => createOpenAI({ apiKey: "key", baseURL: plain }).responses(id);
  const tools = { weather: tool({ inputSchema: jsonSchema<{ city: string }>(weather.parameters as object) }) };

  test("streams text to a regular finish", async () => {
    const result = streamText({ model: model("text"), prompt: "Hi", maxRetries: 0 });
    expect(await result.text).toBe(answer);
    expect(await result.finishReason).toBe("stop");
    expect((await result.usage).totalTokens).toBe(29);
  });

  test("streams a tool call", async () => {
    const result = streamText({ model: model("tool"), prompt: "Hi", tools, maxRetries: 0 });
    const [call] = await result.toolCalls;
    expect(call).toMatchObject({ toolCallId: "call_1", toolName: "weather", input: JSON.parse(input) });
    expect(await result.finishReason).toBe("tool-calls");
  });

  test("sees a failure mid-stream", async () => {
    const errors: unknown[] = [];
    const onError = ({ error }: { error: unknown }) => void errors.push(error);
    const result = streamText({ model: model("cut"), prompt: "Hi", maxRetries: 0, onError });
    await result.consumeStream();
    expect(await result.finishReason).toBe("error");
    expect(JSON.stringify(errors, ["message", "data"])).toContain(failure.message);
  });

  test("reads the whole response", async () => {
    const { text } = await generateText({ model: model("text"), prompt: "Hi", maxRetries: 0 });
    expect(text).toBe(answer);
  });
});

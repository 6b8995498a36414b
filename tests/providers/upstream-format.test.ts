import { createGoogle } from "@ai-sdk/google";
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { describe, expect, test } from "vitest";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

const upstream = sharedUpstream();

const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
const sampleArguments = { city: "sample city" };

describe("the unmodified openai client, Responses", () => {
  const openai = () => new OpenAI({ apiKey: "sk-test", baseURL: `${upstream.url}/v1`, maxRetries: 0 });
  const tools = [{ type: "function" as const, name: "weather", parameters, strict: true }];

  test("reads a text and its usage", async () => {
    const response = await openai().responses.create({ model: "gpt-upstream", input: "Grüße" });
    expect(response.output_text).toBe("You said: Grüße");
    expect(response.usage).toMatchObject({ input_tokens: 2, output_tokens: 4, total_tokens: 6 });
  });

  test("assembles a stream with reasoning into the response of its last event", async () => {
    const stream = openai().responses.stream({
      model: "gpt-upstream",
      input: "Hello there",
      reasoning: { effort: "low", summary: "auto" },
      include: ["reasoning.encrypted_content"],
    });
    const numbers: number[] = [];
    for await (const event of stream) numbers.push(event.sequence_number);
    expect(numbers).toEqual(numbers.map((_, index) => index));
    const final = await stream.finalResponse();
    expect(final.output.map((item) => item.type)).toEqual(["reasoning", "message"]);
    expect(final.output_text).toBe("You said: Hello there");
    expect(final.usage?.output_tokens_details.reasoning_tokens).toBeGreaterThan(0);
  });

  test.each([false, true])("makes a tool round trip (stream: %s)", async (isStreamed) => {
    const input: OpenAI.Responses.ResponseInputItem[] = [{ role: "user", content: "Please use the tool" }];
    const ask = { model: "gpt-upstream", tools };
    const first: OpenAI.Responses.Response = isStreamed
      ? await openai()
          .responses.stream({ ...ask, input })
          .finalResponse()
      : await openai().responses.create({ ...ask, input });
    const call = first.output.find((item) => item.type === "function_call");
    expect(JSON.parse(call?.arguments ?? "")).toEqual(sampleArguments);
    const history = first.output as OpenAI.Responses.ResponseInputItem[];
    const output = { type: "function_call_output" as const, call_id: call?.call_id ?? "", output: "sunny" };
    const second = await openai().responses.create({ ...ask, input: [...input, ...history, output] });
    expect(second.output_text).toBe("The tool said: sunny");
  });

  test("throws a RateLimitError with the wait of a 429", async () => {
    upstream.script({ fault: { status: 429, retryAfterSeconds: 7 }, times: 1 });
    const error = await openai()
      .responses.create({ model: "gpt-upstream", input: "Hello" })
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(OpenAI.RateLimitError);
    expect(error.code).toBe("rate_limit_exceeded");
    expect(error.headers.get("retry-after")).toBe("7");
  });
});

describe("the unmodified openai client, chat completions", () => {
  const openai = () => new OpenAI({ apiKey: "sk-test", baseURL: `${upstream.url}/v1`, maxRetries: 0 });
  const messages = [{ role: "user" as const, content: "Hello there" }];

  test("reads a text and a structured output", async () => {
    const text = await openai().chat.completions.create({ model: "gpt-upstream", messages });
    expect(text.choices[0]?.message.content).toBe("You said: Hello there");
    const response_format = { type: "json_schema" as const, json_schema: { name: "place", schema: parameters } };
    const structured = await openai().chat.completions.create({ model: "gpt-upstream", messages, response_format });
    expect(JSON.parse(structured.choices[0]?.message.content ?? "")).toEqual(sampleArguments);
  });

  test("gets the usage chunk of a stream only if it asks for it", async () => {
    const usages = async (stream_options?: { include_usage: boolean }) => {
      const stream = await openai().chat.completions.create({
        model: "gpt-upstream",
        messages,
        stream: true,
        stream_options,
      });
      return (await Array.fromAsync(stream)).filter((chunk) => chunk.usage).map((chunk) => chunk.choices.length);
    };
    expect(await usages()).toEqual([]);
    expect(await usages({ include_usage: true })).toEqual([0]);
  });

  test("assembles a tool call from its chunks and makes the round trip", async () => {
    const tools = [{ type: "function" as const, function: { name: "weather", parameters } }];
    const ask = { model: "gpt-upstream", messages: [{ role: "user" as const, content: "use the tool" }], tools };
    const first = await openai().chat.completions.stream(ask).finalChatCompletion();
    const message = first.choices[0]?.message;
    const call = message?.tool_calls?.[0];
    expect(first.choices[0]?.finish_reason).toBe("tool_calls");
    expect(call?.type === "function" && JSON.parse(call.function.arguments)).toEqual(sampleArguments);
    const result = { role: "tool" as const, tool_call_id: call?.id ?? "", content: "sunny" };
    if (!message) throw new Error("no message");
    const second = await openai().chat.completions.create({ ...ask, messages: [...ask.messages, message, result] });
    expect(second.choices[0]?.message.content).toBe("The tool said: sunny");
  });

  test("sees reasoning_content from a DeepSeek-like model", async () => {
    const ask = { model: "deepseek-reasoner", messages };
    const stream = await openai().chat.completions.create({ ...ask, stream: true });
    const deltas = (await Array.fromAsync(stream)).map(
      (chunk) => chunk.choices[0]?.delta as { reasoning_content?: string },
    );
    expect(deltas.map((delta) => delta.reasoning_content ?? "").join("")).toBe("Thinking about: Hello there");
  });

  test("lists the models", async () => {
    expect((await openai().models.list()).data.map((model) => model.id)).toContain("gpt-upstream");
  });

  test("throws an AuthenticationError on a wrong key", async () => {
    const client = new OpenAI({ apiKey: "invalid-key", baseURL: `${upstream.url}/v1`, maxRetries: 0 });
    await expect(client.models.list()).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
  });
});

describe("the unmodified anthropic client", () => {
  const anthropic = () => new Anthropic({ apiKey: "sk-ant-test", baseURL: upstream.url, maxRetries: 0 });
  const ask = {
    model: "claude-upstream",
    max_tokens: 4000,
    messages: [{ role: "user" as const, content: "Hello there" }],
  };

  test("reads a text, and token counting agrees with its usage", async () => {
    const message = await anthropic().messages.create(ask);
    expect(message.content).toMatchObject([{ type: "text", text: "You said: Hello there" }]);
    expect(message.stop_reason).toBe("end_turn");
    const { max_tokens: _bound, ...prompt } = ask;
    expect((await anthropic().messages.countTokens(prompt)).input_tokens).toBe(message.usage.input_tokens);
  });

  test("assembles a stream with thinking, signature, a web search and citations into the same message as without a stream", async () => {
    const searching = {
      ...ask,
      messages: [{ role: "user" as const, content: "search for it" }],
      thinking: { type: "adaptive" as const },
      tools: [{ type: "web_search_20250305" as const, name: "web_search" as const }],
    };
    const whole = await anthropic().messages.create(searching);
    const streamed = await anthropic().messages.stream(searching).finalMessage();
    const shape = (message: Anthropic.Message) =>
      JSON.parse(JSON.stringify(message.content), (key, value) =>
        key === "id" || key === "tool_use_id" ? "id" : value,
      );
    expect(shape(streamed)).toEqual(shape(whole));
    expect(whole.content.map((block) => block.type)).toEqual([
      "thinking",
      "server_tool_use",
      "web_search_tool_result",
      "text",
    ]);
    expect(streamed.usage.output_tokens).toBe(whole.usage.output_tokens);
    expect(streamed.usage.server_tool_use?.web_search_requests).toBe(1);
  });

  test("makes a tool round trip over streams", async () => {
    const tools = [{ name: "weather", input_schema: { ...parameters, type: "object" as const } }];
    const messages: Anthropic.MessageParam[] = [{ role: "user", content: "use the tool" }];
    const first = await anthropic()
      .messages.stream({ ...ask, messages, tools })
      .finalMessage();
    const call = first.content.find((block) => block.type === "tool_use");
    expect(call?.input).toEqual(sampleArguments);
    messages.push({ role: "assistant", content: first.content as Anthropic.ContentBlockParam[] });
    messages.push({ role: "user", content: [{ type: "tool_result", tool_use_id: call?.id ?? "", content: "sunny" }] });
    const second = await anthropic()
      .messages.stream({ ...ask, messages, tools })
      .finalText();
    expect(second).toBe("The tool said: sunny");
  });

  test("sees tokens written to the cache by one turn and read by a later one", async () => {
    const system = [{ type: "text" as const, text: "x".repeat(400), cache_control: { type: "ephemeral" as const } }];
    const first = await anthropic().messages.create({ ...ask, system });
    const later = [...ask.messages, { role: "assistant" as const, content: "Hi" }, ...ask.messages];
    const second = await anthropic().messages.create({ ...ask, system, messages: later });
    expect([first.usage.cache_creation_input_tokens, first.usage.cache_read_input_tokens]).toEqual([100, 0]);
    expect([second.usage.cache_creation_input_tokens, second.usage.cache_read_input_tokens]).toEqual([0, 100]);
    expect(first.usage.input_tokens).toBe(3);
  });

  test.each([
    [429, Anthropic.RateLimitError, "rate_limit_error"],
    [529, Anthropic.InternalServerError, "overloaded_error"],
  ])("throws the provider's error on a %i", async (status, errorClass, type) => {
    upstream.script({ fault: { status } });
    const error = await anthropic()
      .messages.create(ask)
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(errorClass);
    expect(error.error.error.type).toBe(type);
  });

  test("throws on an error event in the middle of a stream", async () => {
    upstream.script({ fault: { errorAfterEvents: 5 } });
    await expect(anthropic().messages.stream(ask).finalMessage()).rejects.toThrow("Overloaded");
  });
});

describe("the unmodified Google package", () => {
  const google = (apiKey = "key"): LanguageModelV4 =>
    createGoogle({ apiKey, baseURL: `${upstream.url}/v1beta` })("gemini-upstream");
  const prompt = (text: string): LanguageModelV4CallOptions["prompt"] => [
    { role: "user", content: [{ type: "text", text }] },
  ];
  const thinking = { google: { thinkingConfig: { includeThoughts: true } } };
  const tools = [{ type: "function" as const, name: "weather", inputSchema: parameters as object }];
  const textOf = (parts: LanguageModelV4StreamPart[], type: "text-delta" | "reasoning-delta") =>
    parts.map((part) => (part.type === type ? part.delta : "")).join("");

  test("reads thoughts, text and usage", async () => {
    const result = await google().doGenerate({ prompt: prompt("Hello"), providerOptions: thinking });
    expect(result.content).toMatchObject([
      { type: "reasoning", text: "Thinking about: Hello" },
      { type: "text", text: "You said: Hello" },
    ]);
    expect(result.usage).toMatchObject({ inputTokens: { total: 2 }, outputTokens: { text: 4, reasoning: 6 } });
  });

  test("assembles a stream of thoughts and text", async () => {
    const { stream } = await google().doStream({ prompt: prompt("Hello there"), providerOptions: thinking });
    const parts = await Array.fromAsync(stream);
    expect(textOf(parts, "reasoning-delta")).toBe("Thinking about: Hello there");
    expect(textOf(parts, "text-delta")).toBe("You said: Hello there");
    expect(parts.at(-1)).toMatchObject({ type: "finish", finishReason: { unified: "stop" } });
  });

  test("makes a tool round trip over a stream", async () => {
    const { stream } = await google().doStream({ prompt: prompt("use the tool"), tools });
    const call = (await Array.fromAsync(stream)).find((part) => part.type === "tool-call");
    if (!call) throw new Error("no tool call");
    expect(JSON.parse(call.input)).toEqual(sampleArguments);
    const { toolCallId, toolName } = call;
    const history: LanguageModelV4CallOptions["prompt"] = [
      ...prompt("use the tool"),
      { role: "assistant", content: [{ ...call, input: JSON.parse(call.input) }] },
      {
        role: "tool",
        content: [{ type: "tool-result", toolCallId, toolName, output: { type: "text", value: "sunny" } }],
      },
    ];
    const result = await google().doGenerate({ prompt: history, tools });
    expect(result.content).toMatchObject([{ type: "text", text: "The tool said: sunny" }]);
  });

  test("throws the provider's error on a 429 and on a wrong key", async () => {
    await expect(google("invalid").doGenerate({ prompt: prompt("Hello") })).rejects.toMatchObject({ statusCode: 400 });
    upstream.script({ fault: { status: 429, retryAfterSeconds: 2 } });
    const failed = google().doGenerate({ prompt: prompt("Hello") });
    await expect(failed).rejects.toMatchObject({
      statusCode: 429,
      isRetryable: true,
      data: { error: { status: "RESOURCE_EXHAUSTED" } },
    });
  });
});

import { expect, test } from "vitest";
import { chat } from "#server/dialects/chat/chat.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { targetProvider } from "../target-provider.ts";

const hi = { role: "user", content: "Hi" };
const decode = (body: Body, provider = "groq") =>
  chat.decode({ model: "m", messages: [hi], ...body }, targetProvider(provider));

test("neutral settings are passed on", () => {
  const { options, notes } = decode({
    max_completion_tokens: 100,
    max_tokens: 5,
    temperature: 0,
    top_p: 1,
    frequency_penalty: 2,
    presence_penalty: -2,
    seed: -1,
    stop: ["A", "B"],
    reasoning_effort: "minimal",
    stream: true,
    stream_options: { include_usage: true },
    n: 1,
    logprobs: false,
    tools: [{ type: "function", function: { name: "f", parameters: { type: "object" }, strict: false } }],
    tool_choice: { type: "function", function: { name: "f" } },
    response_format: { type: "json_schema", json_schema: { name: "n", schema: { type: "object" } } },
  });
  expect(options).toMatchObject({
    maxOutputTokens: 100,
    temperature: 0,
    topP: 1,
    frequencyPenalty: 2,
    presencePenalty: -2,
    seed: -1,
    stopSequences: ["A", "B"],
    reasoning: "minimal",
    tools: [{ type: "function", name: "f", inputSchema: { type: "object" }, strict: false }],
    toolChoice: { type: "tool", toolName: "f" },
    responseFormat: { type: "json", name: "n", schema: { type: "object" } },
  });
  expect(notes).toEqual([]);
});

test.each<[string, Body, string[]]>([
  [
    "openai",
    { logitBias: { 1: 2 }, prediction: { type: "content", content: "x" }, textVerbosity: "low", store: false },
    ["min_p", "repetition_penalty", "modalities", "logprobs", "n"],
  ],
  [
    "anthropic",
    {},
    ["logit_bias", "min_p", "repetition_penalty", "prediction", "modalities", "verbosity", "logprobs", "n"],
  ],
  [
    "google",
    { responseModalities: ["TEXT", "IMAGE"] },
    ["logit_bias", "min_p", "repetition_penalty", "prediction", "verbosity", "logprobs", "n"],
  ],
  [
    "groq",
    {
      logit_bias: { 1: 2 },
      min_p: 0.1,
      repetition_penalty: 1.1,
      prediction: { type: "content", content: "x" },
      modalities: ["text", "image"],
      textVerbosity: "low",
    },
    ["logprobs", "n"],
  ],
])("other settings are sent to %s if it supports them, and the rest is noted", (provider, expected, dropped) => {
  const { options, notes } = decode(
    {
      logit_bias: { 1: 2 },
      min_p: 0.1,
      repetition_penalty: 1.1,
      prediction: { type: "content", content: "x" },
      modalities: ["text", "image"],
      verbosity: "low",
      logprobs: true,
      n: 2,
    },
    provider,
  );
  expect(options.providerOptions?.[provider] ?? {}).toEqual(expected);
  expect(notes).toEqual(dropped.map((field) => `${field}: dropped`));
});

test.each<[string, Body]>([
  ["messages", { messages: undefined }],
  ["messages", { messages: [] }],
  ["messages[0].role", { messages: [{ role: "robot" }] }],
  ["messages[0].tool_call_id", { messages: [{ role: "tool", content: "x" }] }],
  ["messages[0].tool_calls[0].id", { messages: [{ role: "assistant", tool_calls: [{ function: {} }] }] }],
  [
    "messages[0].content[0].image_url.url",
    { messages: [{ role: "user", content: [{ type: "image_url", image_url: {} }] }] },
  ],
  ["temperature", { temperature: 3 }],
  ["top_p", { top_p: 1.1 }],
  ["max_tokens", { max_tokens: 0 }],
  ["seed", { seed: 0.5 }],
  ["tools[0].function.name", { tools: [{ type: "function", function: {} }] }],
  ["response_format.type", { response_format: {} }],
])("an invalid %s is a 400 that names it", (path, body) => {
  expect(() => decode(body)).toThrow(expect.objectContaining({ status: 400, metadata: { path } }));
});

test.each(["google", "anthropic"])("a format keeps its description in the schema for %s", (provider) => {
  const schema = { type: "object", properties: {} };
  const json_schema = { name: "answer", description: "A loaf of bread", schema };
  const { options } = decode({ response_format: { type: "json_schema", json_schema } }, provider);
  expect(options.responseFormat).toMatchObject({ schema: { ...schema, description: "A loaf of bread" } });
});

test("a schema alongside json_object is the format's schema", () => {
  const schema = { type: "object", properties: { a: { type: "string" } } };
  const { options, notes } = decode({ response_format: { type: "json_object", schema } }, "anthropic");
  expect([options.responseFormat, notes]).toEqual([{ type: "json", schema }, []]);
});

test("any tool is Mistral's word for a required one", () => {
  const tools = [{ type: "function", function: { name: "f", parameters: { type: "object" } } }];
  expect(decode({ tools, tool_choice: "any" }).options.toolChoice).toEqual({ type: "required" });
});

test("a budget below Anthropic's smallest one becomes a low effort, with a note", () => {
  const { options, notes } = decode({ reasoning: { max_tokens: 200 } }, "anthropic");
  expect([options.reasoning, options.providerOptions]).toEqual(["low", undefined]);
  expect(notes).toEqual([
    "reasoning.max_tokens: changed to effort low, since it is less than Anthropic's smallest budget",
  ]);
});

test("the name of a file, which Google does not take, is noted", () => {
  const file = { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,aGk=" } };
  const { notes } = decode({ messages: [{ role: "user", content: [file] }] }, "google");
  expect(notes).toEqual(["messages[0].content[0].file.filename: dropped"]);
});

import { describe, expect, test } from "vitest";
import { chat } from "#server/dialects/chat/chat.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { targetProvider } from "../target-provider.ts";

const hi = { role: "user", content: "Hi" };
const decode = (body: Body, provider = "groq") =>
  chat.decode({ model: "m", messages: [hi], ...body }, targetProvider(provider));
const promptOf = (messages: Body[], provider?: string) => decode({ messages }, provider).options.prompt;

describe("messages", () => {
  test("roles keep their position", () => {
    const messages = [
      { role: "system", content: "A" },
      { role: "developer", content: [{ type: "text", text: "B" }] },
      hi,
      { role: "assistant", content: "C", refusal: "No." },
    ];
    expect(promptOf(messages)).toEqual([
      { role: "system", content: "A" },
      { role: "system", content: "B" },
      { role: "user", content: [{ type: "text", text: "Hi" }] },
      {
        role: "assistant",
        content: [
          { type: "text", text: "C" },
          { type: "text", text: "No." },
        ],
      },
    ]);
  });

  test("calls and results keep their ids and arguments byte for byte", () => {
    const call = { id: "call/1 ", type: "function", function: { name: "f", arguments: '{ "a" : 1.0 }' } };
    const messages = [
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: "call/1 ", content: " 42 " },
      { role: "tool", tool_call_id: "lost", name: "g", content: [{ type: "text", text: "ok" }] },
    ];
    expect(promptOf(messages)).toEqual([
      {
        role: "assistant",
        content: [{ type: "tool-call", toolCallId: "call/1 ", toolName: "f", input: '{ "a" : 1.0 }' }],
      },
      {
        role: "tool",
        content: [
          { type: "tool-result", toolCallId: "call/1 ", toolName: "f", output: { type: "text", value: " 42 " } },
          { type: "tool-result", toolCallId: "lost", toolName: "g", output: { type: "text", value: "ok" } },
        ],
      },
    ]);
  });

  test.each<[Body, unknown]>([
    [
      { type: "image_url", image_url: { url: "data:image/png;base64,aGk=" } },
      { type: "file", mediaType: "image/png", data: { type: "data", data: "aGk=" } },
    ],
    [
      { type: "image_url", image_url: { url: "https://a.example/i.png", detail: "auto" } },
      { type: "file", mediaType: "image/*", data: { type: "url", url: new URL("https://a.example/i.png") } },
    ],
    [
      { type: "input_audio", input_audio: { data: "aGk=", format: "wav" } },
      { type: "file", mediaType: "audio/wav", data: { type: "data", data: "aGk=" } },
    ],
    [
      { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,aGk=" } },
      { type: "file", mediaType: "application/pdf", filename: "a.pdf", data: { type: "data", data: "aGk=" } },
    ],
    [
      { type: "file", file: { file_id: "file-1" } },
      { type: "file", mediaType: "application/pdf", data: { type: "reference", reference: { groq: "file-1" } } },
    ],
    [
      { type: "video_url", video_url: { url: "https://a.example/a.mp4" } },
      { type: "file", mediaType: "video/*", data: { type: "url", url: new URL("https://a.example/a.mp4") } },
    ],
  ])("the part %j is read", (part, decoded) => {
    expect(promptOf([{ role: "user", content: [part] }])).toEqual([{ role: "user", content: [decoded] }]);
  });

  test("a provider's fields are sent to that provider", () => {
    const marked = { type: "text", text: "Hi", cache_control: { type: "ephemeral" } };
    const detailed = { type: "image_url", image_url: { url: "https://a.example/i.png", detail: "high" } };
    const messages = [{ role: "user", content: [marked, detailed] }];
    const cached = { providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } };
    expect(promptOf(messages, "anthropic")).toMatchObject([{ content: [cached, { type: "file" }] }]);
    const picture = { providerOptions: { openai: { imageDetail: "high" } } };
    expect(promptOf(messages, "openai")).toMatchObject([{ content: [{ type: "text" }, picture] }]);
    expect(decode({ messages }, "google").notes).toEqual([
      "cache_control: dropped",
      "messages[0].content[1].detail: dropped",
    ]);
  });

  test("OpenAI's marks of what to cache stay with OpenAI, and are Anthropic's there", () => {
    const mark = { prompt_cache_breakpoint: { mode: "explicit" } };
    const image = { type: "image_url", image_url: { url: "https://a.example/i.png", detail: "high" }, ...mark };
    const messages = [{ role: "user", content: [{ type: "text", text: "Hi", ...mark }, image] }];
    const promptCacheBreakpoint = { mode: "explicit" };
    expect(promptOf(messages, "openai")).toMatchObject([
      {
        content: [
          { providerOptions: { openai: { promptCacheBreakpoint } } },
          { providerOptions: { openai: { promptCacheBreakpoint, imageDetail: "high" } } },
        ],
      },
    ]);
    const cached = { providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } };
    expect(promptOf(messages, "anthropic")).toMatchObject([{ content: [cached, cached] }]);
    expect(decode({ messages }, "groq").notes).toContain("prompt_cache_breakpoint: dropped");
  });

  test("fields of system prompts and tool results are sent to the provider that supports them", () => {
    const marked = { type: "text", text: "A", cache_control: { type: "ephemeral" } };
    const plain = { type: "text", text: "B" };
    const messages = [
      { role: "system", content: [marked, plain] },
      { role: "assistant", tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: "{}" } }] },
      { role: "tool", tool_call_id: "c", content: [plain, marked] },
    ];
    const providerOptions = { anthropic: { cacheControl: { type: "ephemeral" } } };
    expect(promptOf(messages, "anthropic")).toMatchObject([
      { role: "system", content: "A", providerOptions },
      { role: "system", content: "B" },
      { role: "assistant" },
      { content: [{ output: { type: "content", value: [{ text: "B" }, { text: "A", providerOptions }] } }] },
    ]);
    expect(promptOf(messages, "google")).toMatchObject([
      { role: "system", content: "A\nB" },
      { role: "assistant" },
      { content: [{ output: { type: "text", value: "B\nA" } }] },
    ]);
  });

  test("images follow the tool results if results may only contain text", () => {
    const picture = { type: "image_url", image_url: { url: "data:image/png;base64,aGk=" } };
    const call = (id: string) => ({ id, type: "function", function: { name: "f", arguments: "{}" } });
    const results = [
      { role: "tool", tool_call_id: "a", content: [{ type: "text", text: "A" }, picture] },
      { role: "tool", tool_call_id: "b", content: "B" },
    ];
    const calls = { role: "assistant", tool_calls: [call("a"), call("b")] };
    const file = { type: "file", mediaType: "image/png", data: { type: "data", data: "aGk=" } };
    const answered = [
      { toolCallId: "a", output: { type: "text", value: "A" } },
      { toolCallId: "b", output: { type: "text", value: "B" } },
    ];
    const { options, notes } = decode({ messages: [calls, ...results] });
    expect(options.prompt).toMatchObject([{}, { role: "tool", content: answered }, { role: "user", content: [file] }]);
    expect(notes).toEqual(["messages[1].content: files moved to the next user message"]);
    const said = { type: "text", text: "Hi" };
    expect(promptOf([calls, ...results, hi])).toMatchObject([{}, { role: "tool" }, { content: [file, said] }]);
    const later = promptOf([calls, ...results, { role: "assistant", content: "Done" }]);
    expect(later.map(({ role }) => role)).toEqual(["assistant", "tool", "user", "assistant"]);
  });

  test("streamed pieces of reasoning that are sent back unchanged are joined", () => {
    const piece = (fields: Body) => ({ type: "reasoning.text", index: 0, ...fields });
    const reasoning_details = [piece({ text: "Let " }), piece({ text: "me." }), piece({ text: "", signature: "c2ln" })];
    expect(promptOf([{ role: "assistant", content: "Hi", reasoning_details }], "anthropic")).toEqual([
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "Let me.", providerOptions: { anthropic: { signature: "c2ln" } } },
          { type: "text", text: "Hi" },
        ],
      },
    ]);
  });

  test("an empty assistant message adds no turn", () => {
    for (const content of ["", null]) expect(promptOf([hi, { role: "assistant", content }, hi])).toHaveLength(2);
  });

  test("plain reasoning is kept under both of its names", () => {
    for (const field of ["reasoning", "reasoning_content"]) {
      expect(promptOf([{ role: "assistant", content: "Hi", [field]: "Hm." }])).toMatchObject([
        { content: [{ type: "reasoning", text: "Hm." }, { type: "text" }] },
      ]);
    }
  });
});

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

import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { chat } from "#server/dialects/chat/chat.ts";
import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { responses } from "#server/dialects/responses/responses.ts";
import { targetProvider } from "../target-provider.ts";

type Make = (fetch: typeof globalThis.fetch) => LanguageModelV4;
const apiKey = "key";
const models: Record<string, Make> = {
  openai: (fetch) => createOpenAI({ apiKey, fetch }).responses("gpt-4.1"),
  anthropic: (fetch) => createAnthropic({ apiKey, fetch })("claude-sonnet-4-5"),
  google: (fetch) => createGoogleGenerativeAI({ apiKey, fetch })("gemini-2.5-flash"),
  "lm-studio": (fetch) => createOpenAICompatible({ name: "lm-studio", baseURL: "http://x.example", fetch })("m"),
};

/** The body that the provider's neutral model sends for a caller's body. */
async function wireOf(dialect: Dialect, provider: string, body: Body): Promise<Body> {
  const sent: Body[] = [];
  const fetch = async (_url: unknown, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)));
    return new Response("{}", { status: 418 });
  };
  const { options } = dialect.decode(body, targetProvider(provider));
  await models[provider]?.(fetch as typeof globalThis.fetch)
    .doGenerate(options)
    .then(undefined, () => undefined);
  return sent[0] ?? {};
}

const callArguments = '{"city": "Paris", "id": 1.0}';
const picture = "data:image/png;base64,iVBORw0KGgo=";
const tool = { name: "weather", description: "d", parameters: { type: "object", properties: {} } };
const shared = {
  model: "m",
  temperature: 0.5,
  top_p: 0.9,
  parallel_tool_calls: false,
  metadata: { user_id: "u" },
  service_tier: "auto",
};

const responsesBody = {
  ...shared,
  instructions: "Be brief",
  max_output_tokens: 64,
  text: { verbosity: "low" },
  tools: [{ type: "function", ...tool, strict: null }],
  tool_choice: "required",
  input: [
    {
      role: "user",
      content: [
        { type: "input_text", text: "Hi" },
        { type: "input_image", image_url: picture },
      ],
    },
    { type: "function_call", call_id: "call_1", name: "weather", arguments: callArguments },
    { type: "function_call_output", call_id: "call_1", output: "sunny" },
    { role: "user", content: "And now?" },
  ],
};

const chatBody = {
  ...shared,
  max_tokens: 64,
  verbosity: "low",
  tools: [{ type: "function", function: tool }],
  tool_choice: "required",
  messages: [
    { role: "system", content: "Be brief" },
    {
      role: "user",
      content: [
        { type: "text", text: "Hi" },
        { type: "image_url", image_url: { url: picture } },
      ],
    },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "call_1", type: "function", function: { name: "weather", arguments: callArguments } }],
    },
    { role: "tool", tool_call_id: "call_1", content: "sunny" },
    { role: "user", content: "And now?" },
  ],
};

const wires: Record<string, Body> = {
  openai: {
    max_output_tokens: 64,
    temperature: 0.5,
    parallel_tool_calls: false,
    store: false,
    text: { verbosity: "low" },
    tool_choice: "required",
    tools: [{ type: "function", name: "weather" }],
    input: [
      { role: "system", content: "Be brief" },
      {
        role: "user",
        content: [
          { type: "input_text", text: "Hi" },
          { type: "input_image", image_url: picture },
        ],
      },
      { type: "function_call", call_id: "call_1", name: "weather", arguments: callArguments },
      { type: "function_call_output", call_id: "call_1", output: "sunny" },
      { role: "user" },
    ],
  },
  anthropic: {
    max_tokens: 64,
    temperature: 0.5,
    metadata: { user_id: "u" },
    system: [{ type: "text", text: "Be brief" }],
    tool_choice: { type: "any", disable_parallel_tool_use: true },
    tools: [{ name: "weather" }],
    messages: [
      { role: "user", content: [{ type: "text", text: "Hi" }, { type: "image" }] },
      {
        role: "assistant",
        content: [{ type: "tool_use", id: "call_1", name: "weather", input: { city: "Paris", id: 1 } }],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "call_1" },
          { type: "text", text: "And now?" },
        ],
      },
    ],
  },
  google: {
    generationConfig: { maxOutputTokens: 64, temperature: 0.5, topP: 0.9 },
    systemInstruction: { parts: [{ text: "Be brief" }] },
    contents: [
      { role: "user", parts: [{ text: "Hi" }, { inlineData: { mimeType: "image/png" } }] },
      { role: "model", parts: [{ functionCall: { name: "weather", args: { city: "Paris", id: 1 } } }] },
      { role: "user", parts: [{ functionResponse: { name: "weather" } }] },
      { role: "user" },
    ],
  },
  "lm-studio": {
    max_tokens: 64,
    temperature: 0.5,
    top_p: 0.9,
    parallel_tool_calls: false,
    verbosity: "low",
    tool_choice: "required",
    messages: [
      { role: "system", content: "Be brief" },
      {
        role: "user",
        content: [
          { type: "text", text: "Hi" },
          { type: "image_url", image_url: { url: picture } },
        ],
      },
      { role: "assistant", tool_calls: [{ id: "call_1", function: { name: "weather", arguments: callArguments } }] },
      { role: "tool", tool_call_id: "call_1", content: "sunny" },
      { role: "user", content: "And now?" },
    ],
  },
};

test.each(Object.entries(wires))("both dialects are sent to %s in its own format", async (provider, wire) => {
  expect(await wireOf(responses, provider, responsesBody)).toMatchObject(wire);
  expect(await wireOf(chat, provider, chatBody)).toMatchObject(wire);
});

test.each<[string, Body, Body]>([
  ["anthropic", { reasoning: { max_tokens: 2048 } }, { thinking: { type: "enabled", budget_tokens: 2048 } }],
  ["google", { reasoning: { max_tokens: 2048 } }, { generationConfig: { thinkingConfig: { thinkingBudget: 2048 } } }],
  ["google", { reasoning: { effort: "low" } }, { generationConfig: { thinkingConfig: { includeThoughts: true } } }],
  ["lm-studio", { reasoning: { effort: "low" } }, { reasoning_effort: "low" }],
  ["lm-studio", { top_k: 5, min_p: 0.1 }, { top_k: 5, min_p: 0.1 }],
  ["anthropic", { cache_control: { type: "ephemeral" } }, { cache_control: { type: "ephemeral" } }],
  [
    "anthropic",
    { tools: [{ type: "web_search", filters: { allowed_domains: ["a.example"] } }] },
    { tools: [{ type: "web_search_20250305", name: "web_search", allowed_domains: ["a.example"] }] },
  ],
  ["google", { tools: [{ type: "web_search_preview" }] }, { tools: [{ googleSearch: {} }] }],
  ["openai", { tools: [{ type: "web_search" }] }, { tools: [{ type: "web_search" }] }],
])("%s understands %j", async (provider, fields, wire) => {
  expect(await wireOf(responses, provider, { model: "m", input: "Hi", ...fields })).toMatchObject(wire);
});

test("a thinking signature is returned to Anthropic unchanged", async () => {
  const item = {
    type: "reasoning",
    id: "rs_1",
    summary: [],
    content: [{ type: "reasoning_text", text: "Hm." }],
    encrypted_content: "anthropic:signature:c2ln",
  };
  const input = [
    { role: "user", content: "Hi" },
    item,
    { role: "assistant", content: "Ho" },
    { role: "user", content: "?" },
  ];
  expect(await wireOf(responses, "anthropic", { model: "m", input })).toMatchObject({
    messages: [
      { role: "user" },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Hm.", signature: "c2ln" },
          { type: "text", text: "Ho" },
        ],
      },
      { role: "user" },
    ],
  });
});

import { describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { responses } from "#server/dialects/responses/responses.ts";
import { targetProvider } from "../target-provider.ts";

const decode = (body: Body, provider = "groq") =>
  responses.decode({ model: "m", input: "Hi", ...body }, targetProvider(provider));

describe("settings", () => {
  test("that are neutral are passed on", () => {
    const { options, notes } = decode({
      instructions: "Be brief",
      max_output_tokens: 100,
      temperature: 2,
      top_p: 0,
      frequency_penalty: -2,
      presence_penalty: 1.5,
      seed: 7,
      stop: "END",
      reasoning: { effort: "high" },
      text: { format: { type: "json_schema", name: "n", description: "d", schema: { type: "object" }, strict: true } },
      tools: [{ type: "function", name: "f", description: "d", parameters: { type: "object" }, strict: true }],
      tool_choice: { type: "function", name: "f" },
    });
    expect(options).toMatchObject({
      prompt: [{ role: "system", content: "Be brief" }, { role: "user" }],
      maxOutputTokens: 100,
      temperature: 2,
      topP: 0,
      frequencyPenalty: -2,
      presencePenalty: 1.5,
      seed: 7,
      stopSequences: ["END"],
      reasoning: "high",
      responseFormat: { type: "json", schema: { type: "object" }, name: "n", description: "d" },
      tools: [{ type: "function", name: "f", description: "d", inputSchema: { type: "object" }, strict: true }],
      toolChoice: { type: "tool", toolName: "f" },
      providerOptions: { groq: { strictJsonSchema: true } },
    });
    expect(notes).toEqual([]);
  });

  const optionFields = {
    metadata: { user_id: "u" },
    parallel_tool_calls: false,
    service_tier: "default",
    prompt_cache_key: "k",
    cache_control: { type: "ephemeral" },
    text: { verbosity: "low" },
    top_k: 5,
    max_tool_calls: 3,
    truncation: "auto",
  };
  test.each<[string, Body, string[]]>([
    [
      "openai",
      {
        metadata: { user_id: "u" },
        parallelToolCalls: false,
        serviceTier: "default",
        promptCacheKey: "k",
        textVerbosity: "low",
        maxToolCalls: 3,
        truncation: "auto",
        store: false,
      },
      ["cache_control: dropped", "top_k: dropped"],
    ],
    [
      "anthropic",
      {
        metadata: { userId: "u" },
        disableParallelToolUse: true,
        serviceTier: "standard_only",
        cacheControl: { type: "ephemeral" },
      },
      ["prompt_cache_key: dropped", "max_tool_calls: dropped", "truncation: dropped", "text.verbosity: dropped"],
    ],
    [
      "google",
      { serviceTier: "standard" },
      [
        "metadata: dropped",
        "parallel_tool_calls: dropped",
        "prompt_cache_key: dropped",
        "cache_control: dropped",
        "max_tool_calls: dropped",
        "truncation: dropped",
        "text.verbosity: dropped",
      ],
    ],
    [
      "lm-studio",
      { parallel_tool_calls: false, service_tier: "default", textVerbosity: "low", top_k: 5 },
      [
        "metadata: dropped",
        "prompt_cache_key: dropped",
        "cache_control: dropped",
        "max_tool_calls: dropped",
        "truncation: dropped",
      ],
    ],
  ])("are sent to %s under its own names, and the rest is noted", (provider, expected, notes) => {
    const decoded = decode(optionFields, provider);
    expect(Object.values(decoded.options.providerOptions ?? {})).toEqual([expected]);
    expect(decoded.options.topK).toBe(provider === "anthropic" || provider === "google" ? 5 : undefined);
    expect(decoded.notes).toEqual(notes);
  });

  test("a compatible target's options have its name in camel case", () => {
    expect(decode({ top_k: 5 }, "lm-studio").options.providerOptions).toEqual({ lmStudio: { top_k: 5 } });
  });

  test.each<[string, Body, Body]>([
    ["anthropic", { max_tokens: 2048 }, { providerOptions: { anthropic: { thinking: thinking(2048) } } }],
    [
      "google",
      { max_tokens: 2048, effort: "low" },
      { providerOptions: { google: { thinkingConfig: { thinkingBudget: 2048, includeThoughts: true } } } },
    ],
    ["google", { effort: "low" }, { reasoning: "low" }],
    ["groq", { max_tokens: 2048 }, { reasoning: "medium" }],
    ["groq", { enabled: false }, { reasoning: "none" }],
    ["groq", { enabled: true }, { reasoning: "medium" }],
    ["openai", { summary: "auto" }, { providerOptions: { openai: { reasoningSummary: "auto", store: false } } }],
  ])("reasoning for %s: %j", (provider, reasoning, expected) => {
    expect(decode({ reasoning }, provider).options).toMatchObject(expected);
  });

  test("fields of the gateway are neither passed on nor noted", () => {
    const gateway = {
      models: ["a"],
      provider: { order: ["x"] },
      plugins: [{ id: "web" }],
      route: "fallback",
      session_id: "s",
      trace: {},
      stop_server_tools_when: [{}],
      fallbacks: [{ model: "b" }],
      debug: {},
      stream: true,
      store: false,
      previous_response_id: null,
      background: false,
      include: ["reasoning.encrypted_content"],
      service_tier: "auto",
      truncation: "disabled",
      parallel_tool_calls: true,
    };
    for (const provider of ["anthropic", "google"]) {
      const { options, notes } = decode(gateway, provider);
      expect(notes).toEqual([]);
      expect(options.providerOptions).toBeUndefined();
    }
  });

  test("unknown fields, tools, items and parts are noted", () => {
    const { notes } = decode({
      top_logprobs: 3,
      invented: 1,
      tools: [{ type: "code_interpreter" }],
      input: [
        { type: "web_search_call", id: "ws" },
        { role: "user", content: [{ type: "hologram" }, { type: "input_text", text: "Hi" }] },
      ],
    });
    expect(notes).toEqual([
      "top_logprobs: dropped",
      "invented: dropped",
      "input[0] (web_search_call): dropped",
      "input[1].content[0] (hologram): dropped",
      "tools[0] (code_interpreter): dropped",
    ]);
  });

  test("search settings that the target does not have are noted", () => {
    const filters = { allowed_domains: ["a.example"], blocked_domains: ["b.example"] };
    const tools = [{ type: "web_search", filters, search_context_size: "low", user_location: { country: "DE" } }];
    const dropped = (provider: string) => decode({ tools }, provider).notes;
    expect(dropped("openai")).toEqual(["tools[0].filters.blocked_domains: dropped"]);
    expect(dropped("anthropic")).toEqual([
      "tools[0].search_context_size: dropped",
      "tools[0].filters.blocked_domains: dropped",
    ]);
    expect(dropped("google")).toEqual([
      "tools[0].filters: dropped",
      "tools[0].search_context_size: dropped",
      "tools[0].user_location: dropped",
    ]);
  });

  test("the search is dropped if it cannot be combined with the caller's own tools", () => {
    const tools = [{ type: "web_search" }, { type: "function", name: "f", parameters: {} }];
    const { options, notes } = decode({ tools }, "google");
    expect(options.tools).toMatchObject([{ type: "function", name: "f" }]);
    expect(notes).toEqual(["tools[0] (web_search): dropped"]);
    expect(decode({ tools }, "anthropic").options.tools).toHaveLength(2);
  });

  test("a tool choice without tools is noted", () => {
    expect(decode({ tools: [], tool_choice: "required" }, "anthropic").notes).toEqual(["tool_choice: dropped"]);
    expect(decode({ tools: [], tool_choice: "auto" }, "anthropic").notes).toEqual([]);
  });

  test("allowed tools are kept and the others dropped", () => {
    const tools = ["f", "g"].map((name) => ({ type: "function", name, parameters: {} }));
    const tool_choice = { type: "allowed_tools", mode: "required", tools: [{ type: "function", name: "g" }] };
    const { options, notes } = decode({ tools, tool_choice });
    expect(options).toMatchObject({ tools: [{ name: "g" }], toolChoice: { type: "required" } });
    expect(options.tools).toHaveLength(1);
    expect(notes).toHaveLength(1);
  });
});

test.each<[string, Body]>([
  ["input", { input: undefined }],
  ["input[0]", { input: ["Hi"] }],
  ["input[0].role", { input: [{ role: "robot", content: "Hi" }] }],
  ["input[0].content", { input: [{ role: "user", content: 5 }] }],
  ["input[0].content[0].text", { input: [{ role: "user", content: [{ type: "input_text" }] }] }],
  ["input[0].content[0].image_url", { input: [{ role: "user", content: [{ type: "input_image", image_url: "x" }] }] }],
  ["input[0].arguments", { input: [{ type: "function_call", call_id: "c", name: "f", arguments: {} }] }],
  ["input[0].output", { input: [{ type: "function_call_output", call_id: "c" }] }],
  ["input[0]", { input: [{ type: "item_reference", id: "msg_1" }] }],
  ["temperature", { temperature: 2.1 }],
  ["temperature", { temperature: "1" }],
  ["top_p", { top_p: -0.1 }],
  ["max_output_tokens", { max_output_tokens: 1.5 }],
  ["stop", { stop: [1] }],
  ["previous_response_id", { previous_response_id: "resp_1" }],
  ["store", { store: true }],
  ["reasoning.effort", { reasoning: { effort: "extreme" } }],
  ["tools", { tools: {} }],
  ["tools[0].name", { tools: [{ type: "function" }] }],
  ["tool_choice", { tool_choice: "sometimes" }],
  ["text.format.type", { text: { format: {} } }],
])("an invalid %s is a 400 that names it", (path, body) => {
  expect(() => decode(body)).toThrow(expect.objectContaining({ status: 400, metadata: { path } }));
});

function thinking(budgetTokens: number) {
  return { type: "enabled", budgetTokens };
}

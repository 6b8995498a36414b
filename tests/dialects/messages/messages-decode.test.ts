import { describe, expect, test } from "vitest";
import { messages } from "#server/dialects/messages/messages.ts";
import { targetProvider } from "../target-provider.ts";
import { decode, user } from "./decoding.ts";

describe("a request without extras", () => {
  test("becomes a prompt without notes", () => {
    const { options, notes } = decode(
      { max_tokens: 64, temperature: 0.2, top_p: 0.9, stop_sequences: ["END"] },
      "google",
    );
    expect(options).toEqual({
      prompt: [{ role: "user", content: [{ type: "text", text: "hi" }] }],
      maxOutputTokens: 64,
      temperature: 0.2,
      topP: 0.9,
      stopSequences: ["END"],
    });
    expect(notes).toEqual([]);
  });

  test("max_tokens may be missing, and messages may be null", () => {
    expect(messages.decode({ model: "m", messages: null }, targetProvider("google"))).toEqual({
      options: { prompt: [] },
      notes: [],
    });
  });

  test("fields of the gateway cause no note", () => {
    const own = { models: ["a"], fallbacks: [], provider: {}, plugins: [], route: "sort", session_id: "s", user: "u" };
    expect(decode({ ...own, trace: {}, stop_server_tools_when: [], stream: true }).notes).toEqual([]);
  });

  test("an unknown field is noted", () => {
    expect(decode({ mcp_servers: [{}], container: null }).notes).toEqual(["mcp_servers: dropped"]);
  });
});

describe("every field is passed on or noted", () => {
  const cases: [string, string, Record<string, unknown>, Record<string, unknown>, string[]][] = [
    ["top_k", "google", { top_k: 5 }, { topK: 5 }, []],
    ["top_k", "openai", { top_k: 5 }, {}, ["top_k: dropped"]],
    ["top_k", "groq", { top_k: 5 }, provider("groq", { top_k: 5 }), []],
    ["stop_sequences", "openai", { stop_sequences: ["E"] }, { stopSequences: ["E"] }, []],
    [
      "budget",
      "google",
      { thinking: { type: "enabled", budget_tokens: 2048 } },
      provider("google", { thinkingConfig: { thinkingBudget: 2048, includeThoughts: true } }),
      [],
    ],
    [
      "budget",
      "openai",
      { thinking: { type: "enabled", budget_tokens: 2048 } },
      { reasoning: "low", ...openai({ reasoningSummary: "auto" }) },
      ["thinking.budget_tokens: changed to effort low"],
    ],
    [
      "budget",
      "deep-seek",
      { thinking: { type: "enabled", budget_tokens: 32000 } },
      { reasoning: "high" },
      ["thinking.budget_tokens: changed to effort high"],
    ],
    [
      "budget",
      "anthropic",
      { max_tokens: 5000, thinking: { type: "enabled", budget_tokens: 2048 } },
      { maxOutputTokens: 2952, ...provider("anthropic", { thinking: { type: "enabled", budgetTokens: 2048 } }) },
      [],
    ],
    [
      "adaptive",
      "anthropic",
      { thinking: { type: "adaptive", display: "summarized" }, output_config: { effort: "max" } },
      provider("anthropic", { effort: "max", thinking: { type: "adaptive", display: "summarized" } }),
      [],
    ],
    [
      "adaptive",
      "openai",
      { thinking: { type: "adaptive", display: "omitted" }, output_config: { effort: "xhigh" } },
      { reasoning: "xhigh", ...openai({ reasoningSummary: null }) },
      [],
    ],
    [
      "adaptive",
      "google",
      { thinking: { type: "adaptive" } },
      provider("google", { thinkingConfig: { includeThoughts: true } }),
      ["thinking: changed to the model's default"],
    ],
    ["disabled", "groq", { thinking: { type: "disabled" } }, { reasoning: "none" }, []],
    ["effort", "groq", { output_config: { effort: "medium" } }, { reasoning: "medium" }, []],
    [
      "display",
      "groq",
      { thinking: { type: "adaptive", display: "omitted" } },
      {},
      ["thinking.display: dropped", "thinking: changed to the model's default"],
    ],
    [
      "format",
      "google",
      { output_config: { format: { type: "json_schema", schema: { type: "object" } } } },
      { responseFormat: { type: "json", schema: { type: "object" } } },
      [],
    ],
    [
      "format under its former name",
      "google",
      { output_format: { type: "json_schema", schema: { type: "object" } } },
      { responseFormat: { type: "json", schema: { type: "object" } } },
      [],
    ],
    [
      "task budget",
      "google",
      { output_config: { task_budget: { type: "tokens", total: 1 } } },
      {},
      ["output_config.task_budget: dropped"],
    ],
    ["user id", "openai", { metadata: { user_id: "u1" } }, openai({ safetyIdentifier: "u1" }), []],
    ["user id", "groq", { metadata: { user_id: "u1" } }, provider("groq", { user: "u1" }), []],
    [
      "user id",
      "anthropic",
      { metadata: { user_id: "u1" } },
      provider("anthropic", { metadata: { userId: "u1" } }),
      [],
    ],
    [
      "user id",
      "google",
      { metadata: { user_id: "u1", other: 1 } },
      {},
      ["metadata.user_id: dropped", "metadata.other: dropped"],
    ],
    [
      "long user id",
      "openai",
      { metadata: { user_id: "u".repeat(65) } },
      openai({}),
      ["metadata.user_id: dropped (too long)"],
    ],
    [
      "service tier",
      "openai",
      { service_tier: "standard_only" },
      openai({ serviceTier: "default" }),
      ["service_tier: changed to default"],
    ],
    ["service tier", "groq", { service_tier: "auto" }, {}, []],
    ["service tier", "groq", { service_tier: "priority" }, provider("groq", { service_tier: "priority" }), []],
    ["service tier", "google", { service_tier: "scale" }, {}, ["service_tier: dropped"]],
    ["speed", "anthropic", { speed: "fast" }, provider("anthropic", { speed: "fast" }), []],
    ["speed", "google", { speed: "fast" }, {}, ["speed: dropped"]],
    ["cache control", "google", { cache_control: { type: "ephemeral" } }, {}, ["cache_control: dropped"]],
    [
      "cache control",
      "anthropic",
      { cache_control: { type: "ephemeral", ttl: "1h" } },
      provider("anthropic", { cacheControl: { type: "ephemeral", ttl: "1h" } }),
      [],
    ],
    ["context management", "google", { context_management: { edits: [] } }, {}, ["context_management: dropped"]],
    [
      "context management",
      "anthropic",
      {
        context_management: {
          edits: [
            {
              type: "clear_tool_uses_20250919",
              clear_at_least: { type: "input_tokens", value: 5 },
              exclude_tools: ["web_search"],
            },
          ],
        },
      },
      provider("anthropic", {
        contextManagement: {
          edits: [
            {
              type: "clear_tool_uses_20250919",
              clearAtLeast: { type: "input_tokens", value: 5 },
              excludeTools: ["web_search"],
            },
          ],
        },
      }),
      [],
    ],
  ];
  test.each(cases)("%s to %s", (_, target, body, expected, notes) => {
    const { options, notes: said } = decode(body, target);
    const { prompt: _prompt, ...rest } = options;
    const store = target === "openai" ? openai({}) : {};
    expect(rest).toEqual({ ...store, ...expected });
    expect(said).toEqual(notes);
  });

  function provider(id: string, settings: Record<string, unknown>) {
    return { providerOptions: { [id]: settings } };
  }
  function openai(settings: Record<string, unknown>) {
    return provider("openai", { ...settings, store: false });
  }
});

describe("system", () => {
  const blocks = [
    { type: "text", text: "A", cache_control: { type: "ephemeral" } },
    { type: "text", text: "B" },
  ];

  test("a string is one system message", () => {
    expect(decode({ system: "S" }).options.prompt[0]).toEqual({ role: "system", content: "S" });
  });

  test("blocks stay separate for Anthropic and keep their cache marks", () => {
    expect(decode({ system: blocks }, "anthropic").options.prompt.slice(0, 2)).toEqual([
      { role: "system", content: "A", providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } },
      { role: "system", content: "B" },
    ]);
  });

  test("blocks become one text elsewhere, with a note", () => {
    const { options, notes } = decode({ system: blocks }, "groq");
    expect(options.prompt[0]).toEqual({ role: "system", content: "A\n\nB" });
    expect(notes).toEqual(["system[0].cache_control: dropped", "system: changed to one text"]);
  });

  test("a system message between others becomes a user message for Google only", () => {
    const body = { messages: [user("hi"), { role: "system", content: "S" }] };
    expect(decode(body).options.prompt[1]).toEqual({ role: "system", content: "S" });
    const { options, notes } = decode(body, "google");
    expect(options.prompt[1]).toEqual(user([{ type: "text", text: "S" }]));
    expect(notes).toEqual(["messages[1].content: changed to a user message"]);
  });
});

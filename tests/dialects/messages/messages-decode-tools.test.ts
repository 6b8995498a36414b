import { describe, expect, test } from "vitest";
import { HttpError } from "#server/errors.ts";
import { decode, user } from "./decoding.ts";

describe("tools", () => {
  const custom = { name: "run", description: "Runs", input_schema: { type: "object" } };

  test("a custom tool is a function tool", () => {
    const tools = [{ ...custom, type: "custom", strict: true, input_examples: [{ a: 1 }] }];
    const { options, notes } = decode({ tools });
    expect(options.tools).toEqual([
      {
        type: "function",
        name: "run",
        description: "Runs",
        inputSchema: { type: "object" },
        strict: true,
        inputExamples: [{ input: { a: 1 } }],
      },
    ]);
    expect(notes).toEqual([]);
  });

  test("settings specific to Anthropic are passed on there and noted elsewhere", () => {
    const tools = [{ ...custom, defer_loading: true, cache_control: { type: "ephemeral" } }];
    expect(decode({ tools }, "anthropic").options.tools).toMatchObject([
      { providerOptions: { anthropic: { deferLoading: true, cacheControl: { type: "ephemeral" } } } },
    ]);
    expect(decode({ tools }).notes).toEqual(["tools[0].cache_control: dropped", "tools[0].defer_loading: dropped"]);
  });

  test.each([
    [
      "openai",
      [
        {
          type: "provider",
          name: "web_search",
          id: "openai.web_search",
          args: { filters: { allowedDomains: ["a.test"] } },
        },
      ],
      ["tools[0].max_uses: dropped"],
    ],
    [
      "google",
      [{ type: "provider", name: "web_search", id: "google.google_search", args: {} }],
      ["tools[0].max_uses: dropped", "tools[0].allowed_domains: dropped"],
    ],
    [
      "anthropic",
      [
        {
          type: "provider",
          name: "web_search",
          id: "anthropic.web_search_20250305",
          args: { maxUses: 3, allowedDomains: ["a.test"] },
        },
      ],
      [],
    ],
    ["groq", undefined, ["tools[0]: dropped (web_search_20250305)"]],
  ])("web search at %s", (provider, tools, notes) => {
    const search = { type: "web_search_20250305", name: "web_search", max_uses: 3, allowed_domains: ["a.test"] };
    const decoded = decode({ tools: [search] }, provider);
    expect(decoded.options.tools).toEqual(tools);
    expect(decoded.notes).toEqual(notes);
  });

  test("the caller's tools take precedence over Google's search", () => {
    const { options, notes } = decode(
      { tools: [custom, { type: "web_search_20250305", name: "web_search" }] },
      "google",
    );
    expect(options.tools).toHaveLength(1);
    expect(notes).toEqual(["tools[1]: dropped (web_search_20250305)"]);
  });

  test("other server tools are noted", () => {
    expect(decode({ tools: [{ type: "bash_20250124", name: "bash" }] }).notes).toEqual([
      "tools[0]: dropped (bash_20250124)",
    ]);
  });

  test.each([
    [{ type: "auto" }, { type: "auto" }],
    [{ type: "any" }, { type: "required" }],
    [{ type: "none" }, { type: "none" }],
    [
      { type: "tool", name: "run" },
      { type: "tool", toolName: "run" },
    ],
  ])("tool_choice %j", (tool_choice, expected) => {
    expect(decode({ tools: [custom], tool_choice }).options.toolChoice).toEqual(expected);
  });

  test("choosing Google's search is noted, since nothing forces it", () => {
    const search = { type: "web_search_20250305", name: "web_search" };
    const tool_choice = { type: "tool", name: "web_search" };
    const { options, notes } = decode({ tools: [search], tool_choice }, "google");
    expect([options.toolChoice, notes]).toEqual([undefined, ["tool_choice: dropped"]]);
    expect(decode({ tools: [search], tool_choice }, "openai").options.toolChoice).toMatchObject({ type: "tool" });
  });

  test("choosing a missing tool is noted", () => {
    const { options, notes } = decode({ tools: [custom], tool_choice: { type: "tool", name: "bash" } });
    expect(options.toolChoice).toBeUndefined();
    expect(notes).toEqual(["tool_choice: dropped"]);
  });

  test.each([
    ["openai", { openai: { parallelToolCalls: false, store: false } }, []],
    ["anthropic", { anthropic: { disableParallelToolUse: true } }, []],
    ["open-router", { openRouter: { parallel_tool_calls: false } }, []],
    ["google", undefined, ["tool_choice.disable_parallel_tool_use: dropped"]],
  ])("only one call at a time is requested from %s", (provider, settings, notes) => {
    const decoded = decode(
      { tools: [custom], tool_choice: { type: "auto", disable_parallel_tool_use: true } },
      provider,
    );
    expect(decoded.options.providerOptions).toEqual(settings);
    expect(decoded.notes).toEqual(notes);
  });
});

describe("an invalid format is a 400 that names its location", () => {
  const custom = { name: "run", input_schema: {} };
  test.each<[Record<string, unknown>, string]>([
    [{ messages: "hi" }, "messages: must be an array"],
    [{ messages: [7] }, "messages[0]: must be an object"],
    [{ messages: [{ role: "robot", content: "" }] }, "messages[0].role: must be one of user, assistant, system"],
    [{ messages: [user(7)] }, "messages[0].content: must be an array"],
    [{ messages: [user([{ text: "x" }])] }, "messages[0].content[0].type: must be a string"],
    [{ messages: [user([{ type: "text" }])] }, "messages[0].content[0].text: must be a string"],
    [{ messages: [user("a"), user([{ type: "image" }])] }, "messages[1].content[0].source: must be an object"],
    [
      { messages: [user([{ type: "image", source: { type: "url", url: "::" } }])] },
      "messages[0].content[0].source.url: must be a URL",
    ],
    [
      { messages: [user([{ type: "document", source: { type: "base64", media_type: "text/plain", data: "" } }])] },
      "messages[0].content[0].source.media_type: must be application/pdf",
    ],
    [
      { messages: [{ role: "assistant", content: [{ type: "tool_use", id: "1", name: "n", input: "{}" }] }] },
      "messages[0].content[0].input: must be an object",
    ],
    [{ system: 1 }, "system: must be an array"],
    [{ max_tokens: 1.5 }, "max_tokens: must be an integer"],
    [{ temperature: "1" }, "temperature: must be a number"],
    [{ stop_sequences: [1] }, "stop_sequences[0]: must be a string"],
    [{ tools: [{ ...custom, input_schema: 1 }] }, "tools[0].input_schema: must be an object"],
    [{ tools: [custom], tool_choice: { type: "maybe" } }, "tool_choice.type: must be one of auto, any, none, tool"],
    [{ thinking: { type: "enabled" } }, "thinking.budget_tokens: must be an integer"],
    [{ output_config: { effort: "huge" } }, "output_config.effort: must be one of low, medium, high, xhigh, max"],
    [{ output_config: { format: { type: "json_schema" } } }, "output_config.format.schema: must be an object"],
    [{ metadata: [] }, "metadata: must be an object"],
    [{ speed: "warp" }, "speed: must be one of fast, standard"],
  ])("%j", (body, message) => {
    const attempt = () => decode(body);
    expect(attempt).toThrow(HttpError);
    expect(attempt).toThrow(expect.objectContaining({ status: 400, message }));
  });
});

test("a server's call whose result is missing is dropped: providers reject a call without a result", () => {
  const [done, pending] = ["a", "b"].map((id) => ({
    type: "mcp_tool_use",
    id,
    name: "look",
    server_name: "s",
    input: {},
  }));
  const result = { type: "mcp_tool_result", tool_use_id: "a", is_error: false, content: [{ type: "text", text: "1" }] };
  const { options, notes } = decode({ messages: [user("q"), { role: "assistant", content: [done, result, pending] }] });
  expect(options.prompt.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
  expect(notes).toEqual(["messages[1].content[2]: dropped (mcp_tool_use without its result)"]);
});

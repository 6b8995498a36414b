import { describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, type Event, post, saying } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });

const sent = (): Event => (upstream.requests.at(-1) as Event).body;
const metadata = { headers: { "x-service-metadata": "enabled" } };
const text = (role: string, content: string, more: Body = {}) => ({ role, content, ...more });

describe("a chat body that says nothing with its tools", () => {
  const WITHOUT_TOOLS: Body[] = [
    { tools: [] },
    { tools: [], tool_choice: "auto", parallel_tool_calls: false },
    { tool_choice: "none", parallel_tool_calls: true },
    { messages: [text("user", "Hi"), text("assistant", "Yes?", { tool_calls: [] }), text("user", "Hello")] },
  ];

  test.each(WITHOUT_TOOLS)("is sent without what OpenAI rejects: %o", async (more) => {
    const { status, text: responded } = await post(gateway, "chat", {
      ...saying("chat", "openai/gpt-4o-mini", "Hello"),
      ...more,
    });
    expect(status, responded).toBe(200);
  });

  test("still names a forced call without tools as a mistake", async () => {
    const { status, text: responded } = await post(
      gateway,
      "chat",
      saying("chat", "openai/gpt-4o-mini", "Hello", { tool_choice: "required" }),
    );
    expect([status, responded]).toEqual([
      400,
      expect.stringContaining("'tool_choice' is only allowed when 'tools' are specified."),
    ]);
  });
});

test("stop sequences are dropped for a model that reasons, and kept for one that does not", async () => {
  const { headers } = await post(gateway, "chat", saying("chat", "openai/gpt-5-mini", "Hello", { stop: ["HALT"] }));
  expect([headers.get("x-dropped"), sent().stop]).toEqual(["stop", undefined]);
  await post(gateway, "chat", saying("chat", "openai/gpt-5.4", "Hello", { stop: ["HALT"], reasoning_effort: "none" }));
  expect(sent().stop).toEqual(["HALT"]);
});

test("parallel calls are not mentioned to models that call one tool at a time", async () => {
  const tools = [{ type: "function", function: { name: "look", parameters: { type: "object", properties: {} } } }];
  const more = { tools, parallel_tool_calls: false };
  const { status, headers } = await post(gateway, "chat", saying("chat", "openai/o4-mini", "Hello", more));
  expect([status, headers.get("x-dropped")]).toEqual([200, "parallel_tool_calls"]);
  await post(gateway, "chat", saying("chat", "openai/gpt-4.1", "Hello", more));
  expect(sent().parallel_tool_calls).toBe(false);
});

const EFFORTS: [string, string, string][] = [
  ["openai/gpt-5-mini", "none", "minimal"],
  ["openai/gpt-5-mini", "xhigh", "high"],
  ["openai/gpt-5.1", "minimal", "low"],
  ["openai/gpt-5.5", "max", "xhigh"],
  ["openai/gpt-5.5", "none", "none"],
  ["openai/gpt-5.3-codex", "none", "low"],
  ["openai/gpt-5.4-pro", "low", "medium"],
  ["openai/o4-mini", "minimal", "low"],
];

describe.each(EFFORTS)("%s with the effort %s", (model, effort, taken) => {
  test.each<[DialectName, Body]>([
    ["chat", { reasoning_effort: effort }],
    ["responses", { reasoning: { effort, summary: "auto" } }],
  ])(`in %s gets ${taken}`, async (dialect, settings) => {
    const { status, text: responded } = await post(
      gateway,
      dialect,
      saying(dialect, model, "Hello", settings),
      metadata,
    );
    expect(status, responded).toBe(200);
    expect(sent().reasoning_effort ?? sent().reasoning.effort).toBe(taken);
    expect(responded.includes("reasoning effort: changed to")).toBe(taken !== effort);
  });
});

test.each(["openai/gpt-5-mini", "openai/o4-mini", "openai/gpt-5.3-codex"])(
  "%s takes a messages request without thinking",
  async (model) => {
    const body = saying("messages", model, "Hello", { max_tokens: 500, thinking: { type: "disabled" } });
    const { status, text: responded } = await post(gateway, "messages", body);
    expect(status, responded).toBe(200);
  },
);

const call = (id: string | undefined, callId: string) => ({
  type: "function_call",
  id,
  call_id: callId,
  name: "wait",
  arguments: "{}",
});
const output = (id: string | undefined, callId: string) => ({
  type: "function_call_output",
  id,
  call_id: callId,
  output: "done",
});
const hello = text("user", "Hello");

describe("an item of an earlier response", () => {
  // What other servers, gateways and clients give as ids.
  const INPUTS: [string, object[]][] = [
    ["of another server", [{ type: "message", id: "chatcmpl-1", ...text("assistant", "Hi") }]],
    ["without a type", [{ id: "item_1", ...text("assistant", "Hi") }]],
    ["that repeats its call's id", [call("call_1", "call_1"), output("call_1", "call_1")]],
    ["that is empty", [call("", "call_1"), output("", "call_1")]],
    ["that is too long", [call(`fc_${"a".repeat(80)}`, "call_1"), output(undefined, "call_1")]],
    [
      "of a function, for a text tool",
      [
        { type: "custom_tool_call", id: "fc_1", call_id: "call_1", name: "wait", input: "" },
        { type: "custom_tool_call_output", call_id: "call_1", output: "done" },
      ],
    ],
    [
      "that another message has",
      [
        { id: "msg_1", ...text("assistant", "Hi") },
        { id: "msg_1", ...text("assistant", "Well?") },
      ],
    ],
    [
      "of reasoning, made by a client",
      [{ type: "reasoning", id: "thinking_0", summary: [], encrypted_content: "gAAAAA==" }],
    ],
  ];

  test.each(INPUTS)("is sent without an id %s", async (_, items) => {
    const body = { model: "openai/gpt-5.5", input: [hello, ...items, hello] };
    const { status, text: responded } = await post(gateway, "responses", body, metadata);
    expect(status, responded).toBe(200);
    expect(sent().input).toHaveLength(items.length + 2);
    expect(responded).toContain("ids of input items: left out where OpenAI rejects them");
  });

  test("is sent with an id that OpenAI made, and what needs its id keeps it", async () => {
    const input = [
      hello,
      { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAAAA==" },
      { type: "web_search_call", id: "search-1", status: "completed", action: { type: "search", query: "x" } },
      call("fc_1", "call_1"),
      output("fco_1", "call_1"),
    ];
    await post(gateway, "responses", { model: "openai/gpt-5.5", input });
    expect(sent().input).toEqual(input);
  });

  test("is sent once if it is the same reasoning again", async () => {
    const reasoning = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAAAA==" };
    const input = [hello, reasoning, call("fc_1", "call_1"), reasoning, output(undefined, "call_1")];
    const { status, text: responded } = await post(gateway, "responses", { model: "openai/gpt-5.5", input }, metadata);
    expect(status, responded).toBe(200);
    expect(sent().input).toEqual(input.filter((_, at) => at !== 3));
    expect(responded).toContain("input[3]: dropped (the same reasoning again)");
  });
});

const LONG = "session-".repeat(12);

test.each<[DialectName, string]>([
  ["responses", "openai/gpt-5.5"],
  ["chat", "openai/gpt-4o-mini"],
  ["chat", "openai/gpt-5.3-codex"],
])("a cache key in %s that is too long for %s becomes a digest, always the same", async (dialect, model) => {
  const keys = [];
  for (const prompt_cache_key of [LONG, LONG, "short"]) {
    const { status, text: responded } = await post(
      gateway,
      dialect,
      saying(dialect, model, "Hello", { prompt_cache_key }),
    );
    expect(status, responded).toBe(200);
    keys.push(sent().prompt_cache_key);
  }
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), keys[0], "short"]);
});

test("encrypted reasoning is not asked of a model that never reasons", async () => {
  const include = ["reasoning.encrypted_content", "message.output_text.logprobs"];
  for (const model of ["openai/gpt-4o-mini", "openai/gpt-5.5"]) {
    const { status, text: responded } = await post(
      gateway,
      "responses",
      saying("responses", model, "Hello", { include }),
    );
    expect(status, responded).toBe(200);
  }
  const includes = upstream.requests.map(({ body }) => (body as Event).include);
  expect(includes).toEqual([["message.output_text.logprobs"], include]);
});

test.each<[DialectName, string]>([
  ["messages", "max_tokens"],
  ["chat", "max_tokens"],
  ["responses", "max_output_tokens"],
])(
  "an output limit in %s that is above the model's is lowered to it, and the response says so",
  async (dialect, name) => {
    const { status, text: responded } = await post(
      gateway,
      dialect,
      saying(dialect, "openai/gpt-4o-mini", "Hello", { [name]: 32_000 }),
      metadata,
    );
    expect(status, responded).toBe(200);
    expect(sent().max_output_tokens ?? sent().max_completion_tokens).toBe(16_384);
    expect(responded).toContain(`${name}: lowered to 16384, the most that the model can write`);
  },
);

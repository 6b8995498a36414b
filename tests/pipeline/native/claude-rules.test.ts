import { describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type Event, post, saying, streamOf } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["anthropic"] });

const MODELS = [
  ...["anthropic/claude-haiku-4.5", "anthropic/claude-opus-4.5", "anthropic/claude-sonnet-4.6"],
  ...["anthropic/claude-opus-4.7", "anthropic/claude-opus-4.8", "anthropic/claude-sonnet-5", "anthropic/claude-opus-5"],
  "anthropic/claude-fable-5",
];
const sent = (): Event => (upstream.requests.at(-1) as Event).body;
const metadata = { headers: { "x-service-metadata": "enabled" } };
const hello = (model: string, more: Body) => saying("messages", model, "Hello", { max_tokens: 8_000, ...more });

const user = (content: unknown) => ({ role: "user", content });
const system = (content: unknown) => ({ role: "system", content });
const assistant = (content: unknown) => ({ role: "assistant", content });

const CLEARING = { edits: [{ type: "clear_thinking_20251015", keep: "all" }] };

// Requests that some Claude models take and others reject.
const REQUESTS: [string, Body][] = [
  ["a thinking budget", { thinking: { type: "enabled", budget_tokens: 2_000 } }],
  [
    "a thinking budget and an effort",
    { thinking: { type: "enabled", budget_tokens: 2_000 }, output_config: { effort: "max" } },
  ],
  ["adaptive thinking", { thinking: { type: "adaptive" }, output_config: { effort: "xhigh" } }],
  ["adaptive thinking with little room", { thinking: { type: "adaptive" }, max_tokens: 500 }],
  ["edits of thinking that is off", { thinking: { type: "disabled" }, context_management: CLEARING }],
  ["edits of thinking that it does not ask for", { context_management: CLEARING }],
  ["no thinking", { thinking: { type: "disabled" }, output_config: { effort: "max" } }],
  ["sampling", { temperature: 0.2, top_p: 0.9, top_k: 5 }],
  ["sampling while it thinks", { temperature: 0.2, top_k: 5, thinking: { type: "adaptive" } }],
  ["a system message at the start", { messages: [system("Be brief"), user("Hello")] }],
  [
    "a system message before the user's",
    { messages: [user("Hi"), assistant("Yes?"), system("Be brief"), user("Hello")] },
  ],
  ["a system message at the end", { messages: [user("Hello"), system([{ type: "text", text: "Be brief" }])] }],
];

describe.each(MODELS)("%s", (model) => {
  test.each(REQUESTS)("takes %s", async (_, more) => {
    const { status, text } = await post(gateway, "messages", hello(model, more));
    expect(status, text).toBe(200);
    expect(JSON.parse(text).content.at(-1).text).toContain("You said:");
  });
});

test("a budget becomes an effort for a model without budgets, shows its thinking as before, and the response says so", async () => {
  const body = hello("anthropic/claude-opus-4.7", { thinking: { type: "enabled", budget_tokens: 5_000 } });
  const { text } = await post(gateway, "messages", body, metadata);
  expect(sent()).toMatchObject({
    thinking: { type: "adaptive", display: "summarized" },
    output_config: { effort: "medium" },
    max_tokens: 8_000,
  });
  expect(text).toContain("thinking.budget_tokens: changed to effort medium");
});

test("adaptive thinking becomes half of the limit for a model that takes only budgets", async () => {
  await post(gateway, "messages", hello("anthropic/claude-haiku-4.5", { thinking: { type: "adaptive" } }));
  expect(sent().thinking).toEqual({ type: "enabled", budget_tokens: 4_000 });
});

test.each([
  ["anthropic/claude-haiku-4.5", "high", undefined],
  ["anthropic/claude-opus-4.5", "max", "high"],
  ["anthropic/claude-sonnet-4.6", "xhigh", "high"],
  ["anthropic/claude-sonnet-4.6", "max", "max"],
  ["anthropic/claude-sonnet-5", "xhigh", "xhigh"],
])("%s gets for the effort %s: %s", async (model, effort, taken) => {
  await post(gateway, "messages", hello(model, { output_config: { effort } }));
  expect(sent().output_config?.effort).toBe(taken);
});

test("a model that takes late system messages gets them in the place where it does", async () => {
  const messages = [user("Hi"), assistant("Yes?"), system("Be brief"), user("Hello"), assistant("Hi"), user("Go on")];
  const { text } = await post(gateway, "messages", hello("anthropic/claude-opus-4.8", { messages }), metadata);
  expect(
    sent()
      .messages.map(({ role }: Event) => role)
      .join(" "),
  ).toBe("user assistant user system assistant user");
  expect(text).toContain("later system messages are moved behind the user's");
});

test("a system message between a call and its result is sent after the result", async () => {
  const messages = [
    user("Hi"),
    assistant([{ type: "tool_use", id: "toolu_1", name: "wait", input: {} }]),
    system("Be brief"),
    user([{ type: "tool_result", tool_use_id: "toolu_1", content: "done" }]),
  ];
  const tools = [{ name: "wait", input_schema: { type: "object", properties: {} } }];
  await post(gateway, "messages", hello("anthropic/claude-haiku-4.5", { messages, tools }));
  expect(sent().messages.map(({ content }: Event) => JSON.stringify(content))[3]).toContain("Be brief");
});

test("a body that the model takes is unchanged", async () => {
  const body = {
    model: "anthropic/claude-opus-4.8",
    max_tokens: 8_000,
    thinking: { type: "adaptive" },
    output_config: { effort: "xhigh" },
    messages: [user("Hello"), system("Be brief"), assistant("Hi"), user("Go on")],
  };
  const { headers } = await streamOf(gateway, "messages", body);
  expect(headers.get("x-dropped")).toBeNull();
  expect(sent()).toEqual({ ...body, model: "claude-opus-4-8", stream: true });
});

test("thinking pauses in a turn that began without it, and goes on in one that began with it", async () => {
  const call = { type: "tool_use", id: "toolu_1", name: "wait", input: {} };
  const result = user([{ type: "tool_result", tool_use_id: "toolu_1", content: "done" }]);
  const thought = { type: "thinking", thinking: "Hm", signature: "c2lnbmVk" };
  const later = [
    assistant([{ ...call, id: "toolu_2" }]),
    user([{ type: "tool_result", tool_use_id: "toolu_2", content: "" }]),
  ];
  const tools = [{ name: "wait", input_schema: { type: "object" } }];
  const thinking = { type: "enabled", budget_tokens: 2_000 };
  const sentThinking = async (...messages: object[]) => {
    const { status, text } = await post(
      gateway,
      "messages",
      hello("anthropic/claude-haiku-4.5", { messages, tools, thinking }),
      metadata,
    );
    expect(status, text).toBe(200);
    return [sent().thinking, text.includes("thinking: dropped until the turn ends")];
  };
  expect(await sentThinking(user("Hi"), assistant([call]), result)).toEqual([undefined, true]);
  expect(await sentThinking(user("Hi"), assistant([thought, call]), result, ...later)).toEqual([thinking, false]);
  expect(await sentThinking(user("Hi"), assistant([call]), result, assistant("Done"), user("Go on"))).toEqual([
    thinking,
    false,
  ]);
});

test("edits of thinking are dropped only if the model does not think, and other edits stay", async () => {
  const other = { type: "clear_tool_uses_20250919" };
  const edits = [...CLEARING.edits, other];
  const sentEdits = async (more: Body) => {
    const body = hello("anthropic/claude-haiku-4.5", { context_management: { edits }, ...more });
    const { headers } = await post(gateway, "messages", body);
    return [sent().context_management.edits, headers.get("x-dropped")];
  };
  expect(await sentEdits({ thinking: { type: "enabled", budget_tokens: 2_000 } })).toEqual([edits, null]);
  expect(await sentEdits({})).toEqual([[other], "context_management.edits (clear_thinking)"]);
});

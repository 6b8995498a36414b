import { describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type Event, post, saying } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["anthropic"] });

const MODELS = [
  ...["anthropic/claude-haiku-4.5", "anthropic/claude-opus-4.5", "anthropic/claude-sonnet-4.6"],
  ...["anthropic/claude-opus-4.7", "anthropic/claude-opus-4.8", "anthropic/claude-sonnet-5", "anthropic/claude-opus-5"],
  "anthropic/claude-fable-5",
];
const sent = (): Event => (upstream.requests.at(-1) as Event).body;
const metadata = { headers: { "x-service-metadata": "enabled" } };

const message = (role: string, content: string) => ({ role, content });
const named = { type: "function", function: { name: "wait", parameters: { type: "object", properties: {} } } };
const call = { id: "call_1", type: "function", function: { name: "wait", arguments: "{}" } };

const ENDED = [message("user", "Hello"), message("assistant", "Hi")];

// Requests that OpenAI's models take, and Claude's models only in forms that differ from model to model.
const REQUESTS: [string, Body][] = [
  ["a reasoning budget", { reasoning: { max_tokens: 2_000 }, max_tokens: 8_000 }],
  ["an effort", { reasoning_effort: "xhigh", max_tokens: 8_000 }],
  ["an effort and a forced call", { reasoning_effort: "high", tools: [named], tool_choice: "required" }],
  [
    "a budget and a forced call",
    { reasoning: { max_tokens: 2_000 }, max_tokens: 8_000, tools: [named], tool_choice: "required" },
  ],
  [
    "an effort in a turn that began without reasoning",
    {
      reasoning_effort: "high",
      max_tokens: 8_000,
      tools: [named],
      messages: [
        message("user", "Hello"),
        { role: "assistant", content: null, tool_calls: [call] },
        { role: "tool", tool_call_id: "call_1", content: "done" },
      ],
    },
  ],
  ["no reasoning", { reasoning_effort: "none" }],
  ["a message of the model at the end", { messages: ENDED }],
  [
    "instructions before the user's message",
    {
      messages: [
        message("system", "Be polite"),
        ...[message("user", "Hi"), message("assistant", "Yes?"), message("developer", "Be brief")],
        message("user", "Hello"),
      ],
    },
  ],
  ["instructions at the end", { messages: [message("user", "Hello"), message("developer", "Be brief")] }],
  [
    "instructions between two messages of the model",
    {
      messages: [
        ...[message("user", "Hi"), message("assistant", "Yes?"), message("developer", "Go on")],
        ...[message("assistant", "Well"), message("user", "Hello")],
      ],
    },
  ],
];

describe.each(MODELS)("%s", (model) => {
  test.each(REQUESTS)("takes %s", async (_, more) => {
    const { status, text } = await post(gateway, "chat", { ...saying("chat", model, "Hello"), ...more });
    expect(status, text).toBe(200);
  });

  test("takes instructions between a call and its result", async () => {
    const input = [
      message("user", "Hello"),
      { type: "function_call", call_id: "call_1", name: "wait", arguments: "{}" },
      message("developer", "Be brief"),
      { type: "function_call_output", call_id: "call_1", output: "done" },
    ];
    const tools = [{ type: "function", name: "wait", parameters: { type: "object", properties: {} } }];
    const { status, text } = await post(gateway, "responses", { model, input, tools });
    expect(status, text).toBe(200);
    const { content } = sent().messages[2];
    expect(content[0].type).toBe("tool_result");
  });
});

test("a budget becomes an effort, and the limit still has room for it", async () => {
  const body = saying("chat", "anthropic/claude-opus-4.7", "Hello", {
    reasoning: { max_tokens: 5_000 },
    max_tokens: 8_000,
  });
  const { text } = await post(gateway, "chat", body, metadata);
  expect(sent()).toMatchObject({
    thinking: { type: "adaptive" },
    output_config: { effort: "medium" },
    max_tokens: 13_000,
  });
  expect(text).toContain("reasoning budget: changed to effort medium");
});

test("a forced call is kept, and the reasoning before it dropped", async () => {
  const more = { reasoning_effort: "high", tools: [named], tool_choice: "required" };
  const { headers } = await post(gateway, "chat", saying("chat", "anthropic/claude-haiku-4.5", "Hello", more));
  expect(sent()).toMatchObject({ tool_choice: { type: "any" } });
  expect(sent()).not.toHaveProperty("thinking");
  expect(headers.get("x-dropped")).toBe("reasoning");
});

test("a conversation that the model has ended goes on with a message that the response names", async () => {
  const body = { model: "anthropic/claude-sonnet-5", messages: ENDED };
  const { text } = await post(gateway, "chat", body, metadata);
  expect(sent().messages.at(-1)).toMatchObject({ role: "user", content: [{ text: "Continue." }] });
  expect(text).toContain("is added, since the model does not continue its own");
});

test("a model that continues its own message still does", async () => {
  const body = { model: "anthropic/claude-haiku-4.5", messages: ENDED };
  await post(gateway, "chat", body);
  expect(sent().messages.at(-1).role).toBe("assistant");
});

test("a call without its result is still the caller's mistake", async () => {
  const messages = [message("user", "Hello"), { role: "assistant", content: null, tool_calls: [call] }];
  await post(gateway, "chat", { model: "anthropic/claude-sonnet-5", messages, tools: [named] });
  expect(sent().messages.at(-1).role).toBe("assistant");
});

test("reasoning goes on in a turn that began with it, and in the next turn", async () => {
  const first = await post(gateway, "chat", {
    ...saying("chat", "anthropic/claude-haiku-4.5", "use the tool"),
    reasoning_effort: "high",
    max_tokens: 8_000,
    tools: [named],
  });
  const [{ message: turn }] = JSON.parse(first.text).choices;
  const result = { role: "tool", tool_call_id: turn.tool_calls[0].id, content: "done" };
  const sentTurns = async (turns: object[]) => {
    const messages = [message("user", "use the tool"), ...turns];
    const more = { reasoning_effort: "high", max_tokens: 8_000, tools: [named] };
    const { status, text } = await post(gateway, "chat", { model: "anthropic/claude-haiku-4.5", messages, ...more });
    expect(status, text).toBe(200);
    return sent().thinking?.type;
  };
  expect(await sentTurns([turn, result])).toBe("enabled");
  const { reasoning_details: _, reasoning: __, ...bare } = turn;
  expect(await sentTurns([bare, result])).toBeUndefined();
  expect(await sentTurns([bare, result, message("assistant", "Done"), message("user", "Go on")])).toBe("enabled");
});

test("edits of thinking reach a model that thinks, and are dropped for one that does not", async () => {
  const edits = [{ type: "clear_thinking_20251015", keep: "all" }];
  const sentEdits = async (more: Body) => {
    const tools = [{ type: "switchboard:datetime" }];
    const fields = { max_tokens: 8_000, tools, context_management: { edits }, ...more };
    const { status, text } = await post(
      gateway,
      "messages",
      saying("messages", "anthropic/claude-haiku-4.5", "Hello", fields),
    );
    expect(status, text).toBe(200);
    return sent().context_management?.edits;
  };
  expect(await sentEdits({ thinking: { type: "enabled", budget_tokens: 2_000 } })).toEqual(edits);
  expect(await sentEdits({ thinking: { type: "disabled" } })).toBeUndefined();
  expect(await sentEdits({})).toBeUndefined();
});

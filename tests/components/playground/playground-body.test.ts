import { describe, expect, test } from "vitest";
import { newAnswer } from "#components/playground/result/answer.ts";
import { applyMessagesEvent } from "#components/playground/text/answer/apply-messages-event.ts";
import { type RequestSource, requestBody } from "#components/playground/text/code/request-body.ts";
import type { Turn, UserTurn } from "#components/playground/text/pane/conversation.ts";
import { defaultSettings, problemsOf, type Settings } from "#components/playground/text/settings/settings.ts";
import { exampleTools, readTools } from "#components/playground/text/settings/tools-text.ts";
import { MessagesRequest } from "#lib/contract/messages.ts";
import { ResponsesRequest } from "#lib/contract/responses.ts";

const all = [
  "max_tokens",
  "temperature",
  "top_p",
  "top_k",
  "stop",
  "seed",
  "reasoning",
  "tools",
  "tool_choice",
  "structured_outputs",
];

const user = (text: string, more: Partial<UserTurn> = {}): UserTurn => ({
  id: text,
  role: "user",
  text,
  attachments: [],
  toolResults: [],
  ...more,
});

const answered = (more: object): Turn => ({
  id: "a",
  role: "assistant",
  answer: { ...newAnswer("responses", "m", true, 0), status: "done", ...more },
});

const source = (
  more: Partial<Omit<RequestSource, "settings">> = {},
  settings: Partial<Settings> = {},
): RequestSource => ({
  dialect: "responses",
  model: "a/b",
  supported: all,
  turns: [user("Hello")],
  ...more,
  settings: { ...defaultSettings, ...settings },
});

const full: Partial<Settings> = {
  system: "Be brief.",
  values: { max_tokens: 100, temperature: 0.5, top_p: 0.9, top_k: 5, seed: 7, reasoning_effort: "low" },
  stop: ["END"],
  tools: exampleTools,
  toolChoice: "required",
  schema: '{"type":"object","properties":{}}',
  fallbacks: ["c/d"],
};

test.each([
  ["responses", { tools: [{ type: "switchboard:datetime" }, { type: "mcp", server_label: "maths" }] }],
  ["messages", { tools: [{ type: "switchboard:datetime" }], mcp_servers: [{ type: "url", name: "maths" }] }],
] as const)("server tools and MCP servers are named as %s does", (dialect, fields) => {
  const body = requestBody(source({ dialect }, { serverTools: ["datetime"], mcpServers: ["maths"] }));
  expect(body).toMatchObject(fields);
});

test("a decision about a call that waits for approval is sent once, with its request", () => {
  const approvals = [{ id: "mcpr_1", server: "tickets", name: "close", arguments: "{}" }];
  const decisions = [{ requestId: "mcpr_1", name: "tickets: close", approve: true }];
  const turns = [user("Close it"), answered({ approvals }), user("", { decisions })];
  expect(requestBody(source({ turns })).input).toEqual([
    { role: "user", content: "Close it" },
    { type: "mcp_approval_request", id: "mcpr_1", server_label: "tickets", name: "close", arguments: "{}" },
    { type: "mcp_approval_response", approval_request_id: "mcpr_1", approve: true },
  ]);
  const later = [...turns, answered({ text: "Done." }), user("Thank you")];
  expect(JSON.stringify(requestBody(source({ turns: later })))).not.toContain("approval");
});

describe("responses", () => {
  test("a single plain question is sent as plain text", () => {
    expect(requestBody(source())).toEqual({ model: "a/b", input: "Hello", stream: true });
  });

  test("every setting has its field, and the body is valid under the contract", () => {
    const body = requestBody(source({}, full));
    expect(body).toMatchObject({
      instructions: "Be brief.",
      max_output_tokens: 100,
      temperature: 0.5,
      top_p: 0.9,
      top_k: 5,
      seed: 7,
      stop: ["END"],
      reasoning: { effort: "low", summary: "auto" },
      tool_choice: "required",
      text: { format: { type: "json_schema", name: "answer", strict: true } },
      models: ["c/d"],
    });
    expect(body.tools).toMatchObject([{ type: "function", name: "get_weather" }]);
    expect(ResponsesRequest.safeParse(body).error).toBeUndefined();
  });

  test("a tool's call and result are sent back with the same id", () => {
    const turns = [
      user("Weather?"),
      answered({ toolCalls: [{ id: "c1", name: "f", arguments: '{"x":1}' }] }),
      user("", { toolResults: [{ callId: "c1", name: "f", output: "21" }] }),
    ];
    expect(requestBody(source({ turns })).input).toEqual([
      { role: "user", content: "Weather?" },
      { type: "function_call", call_id: "c1", name: "f", arguments: '{"x":1}' },
      { type: "function_call_output", call_id: "c1", output: "21" },
    ]);
  });

  test("an incomplete call of a stopped response is not sent back, but its text is", () => {
    const turns = [
      user("Go"),
      answered({ status: "stopped", text: "I will", toolCalls: [{ id: "c", name: "f", arguments: '{"x' }] }),
      user("On"),
    ];
    expect(requestBody(source({ turns })).input).toEqual([
      { role: "user", content: "Go" },
      { role: "assistant", content: "I will" },
      { role: "user", content: "On" },
    ]);
  });
});

describe("messages", () => {
  test("every setting has its field, and the body is valid under the contract", () => {
    const body = requestBody(source({ dialect: "messages" }, full));
    expect(body).toMatchObject({
      max_tokens: 100,
      system: "Be brief.",
      stop_sequences: ["END"],
      thinking: { type: "adaptive" },
      output_config: { effort: "low", format: { type: "json_schema" } },
      tool_choice: { type: "any" },
      fallbacks: [{ model: "c/d" }],
    });
    expect(body).not.toHaveProperty("seed");
    expect(body).not.toHaveProperty("models");
    expect(body.tools).toMatchObject([{ name: "get_weather", input_schema: { type: "object" } }]);
    expect(MessagesRequest.safeParse(body).error).toBeUndefined();
  });

  test("thinking is sent back with its signature, in its own dialect", () => {
    const events = [
      { type: "content_block_start", content_block: { type: "thinking", thinking: "Hm", signature: "sig" } },
      { type: "content_block_start", content_block: { type: "text", text: "Hi" } },
      { type: "message_stop" },
    ];
    const answer = events.reduce(applyMessagesEvent, newAnswer("messages", "m", true, 0));
    const turns: Turn[] = [user("Q"), { id: "a", role: "assistant", answer }, user("R")];
    expect(requestBody(source({ dialect: "messages", turns })).messages).toMatchObject([
      { role: "user" },
      {
        role: "assistant",
        content: [
          { type: "thinking", signature: "sig" },
          { type: "text", text: "Hi" },
        ],
      },
      { role: "user" },
    ]);
    expect(requestBody(source({ turns })).input).toMatchObject([{}, { role: "assistant", content: "Hi" }, {}]);
  });

  test("an image is sent in each dialect's own format", () => {
    const attachments = [
      { id: "i", name: "dot.png", mediaType: "image/png", dataUrl: "data:image/png;base64,AAAA", sizeBytes: 3 },
    ];
    const turns = [user("What is it?", { attachments })];
    expect(requestBody(source({ turns })).input).toMatchObject([
      { content: [{ type: "input_image", image_url: "data:image/png;base64,AAAA" }, { type: "input_text" }] },
    ]);
    expect(requestBody(source({ dialect: "messages", turns })).messages).toMatchObject([
      { content: [{ source: { type: "base64", media_type: "image/png", data: "AAAA" } }, { type: "text" }] },
    ]);
  });
});

test("unsupported settings are not sent", () => {
  const body = requestBody(source({ supported: ["max_tokens"] }, full));
  expect(Object.keys(body).toSorted()).toEqual([
    "input",
    "instructions",
    "max_output_tokens",
    "model",
    "models",
    "stream",
  ]);
});

describe("a prompt cannot be sent with", () => {
  const fields = (settings: Partial<Settings>, dialect: "responses" | "messages" = "responses") =>
    problemsOf({ ...defaultSettings, ...settings }, "a/b", all, dialect).map(({ field }) => field);

  test("values outside the contract's limits", () => {
    expect(fields({ values: { temperature: 2.1, top_p: 1.5, max_tokens: 0, seed: 1.5 } })).toEqual([
      "max_tokens",
      "temperature",
      "top_p",
      "seed",
    ]);
    expect(fields({ values: { temperature: 2, top_p: 0, max_tokens: 1 } })).toEqual([]);
  });

  test("a thinking budget that leaves no tokens for a response", () => {
    expect(fields({ values: { thinking_budget: 5000 } }, "messages")).toEqual(["thinking_budget"]);
    expect(fields({ values: { thinking_budget: 5000, max_tokens: 6000 } }, "messages")).toEqual([]);
  });

  test("the model itself as its fallback, and a fourth fallback", () => {
    expect(fields({ fallbacks: ["a/b"] })).toEqual(["fallbacks"]);
    expect(fields({ fallbacks: ["1", "2", "3", "4"] })).toEqual(["fallbacks"]);
  });

  test("invalid tools and an invalid schema", () => {
    expect(fields({ tools: "[", schema: "[]" })).toEqual(["tools", "schema"]);
    expect(fields({ tools: '[{"name":"a b"}]' })).toEqual(["tools"]);
    expect(fields({ tools: '[{"type":"web_search"}]' })).toEqual(["tools"]);
  });
});

test("a tool can be written in the format of either dialect", () => {
  const forms = [
    { name: "f", parameters: { type: "object" } },
    { name: "f", input_schema: { type: "object" } },
    { type: "function", function: { name: "f", parameters: { type: "object" } } },
  ];
  for (const form of forms) {
    expect(readTools(JSON.stringify(form)).tools).toEqual([{ name: "f", parameters: { type: "object" } }]);
  }
});

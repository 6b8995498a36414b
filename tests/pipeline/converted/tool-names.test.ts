import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, type Event, post, recordOf, streamOf } from "../calling.ts";

// Tools of MCP servers have long names, and names that some providers reject: callers get their own names back.

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic", "google", "groq"] });

const MODELS = {
  openai: "openai/gpt-4o-mini",
  anthropic: "anthropic/claude-sonnet-4.5",
  google: "google/gemini-2.5-flash",
  groq: "openai/gpt-oss-120b",
};
type ProviderName = keyof typeof MODELS;
/** The rules in the words of the providers' errors. */
const TAKEN: Record<ProviderName, RegExp> = {
  openai: /^[a-zA-Z0-9_-]{1,64}$/,
  anthropic: /^[a-zA-Z0-9_-]{1,128}$/,
  google: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/,
  groq: /^[a-zA-Z0-9_-]{1,64}$/,
};
const SERVER = "mcp__plugin_chrome-devtools-mcp_chrome-devtools__performance_analyze";
const NAMES = [
  // Equal in every character that a provider accepts.
  `${SERVER}_insight`,
  `${SERVER}_insights`,
  `mcp__${"long".repeat(40)}`,
  "caldav-mcp.create-event",
  "todoist/find tasks",
  "3d_model",
  "nachschlagen_ä€😀",
  "look",
];

const tools = (dialect: DialectName) =>
  NAMES.map((name) => {
    const parameters = { type: "object", properties: {} };
    if (dialect === "messages") return { name, input_schema: parameters };
    return dialect === "chat"
      ? { type: "function", function: { name, parameters } }
      : { type: "function", name, parameters };
  });

/** A turn in which every tool was called, and one of them must be called again. */
function bodyOf(dialect: DialectName, chosen: string) {
  const common = { max_tokens: 2000, tools: tools(dialect) };
  const id = (index: number) => `call_${index}`;
  if (dialect === "messages") {
    const content = NAMES.map((name, index) => ({ type: "tool_use", id: id(index), name, input: {} }));
    const results = NAMES.map((_, index) => ({ type: "tool_result", tool_use_id: id(index), content: "done" }));
    const turns = [
      { role: "assistant", content },
      { role: "user", content: results },
    ];
    return {
      ...common,
      tool_choice: { type: "tool", name: chosen },
      messages: [{ role: "user", content: "Go on" }, ...turns],
    };
  }
  if (dialect === "chat") {
    const tool_calls = NAMES.map((name, index) => ({
      id: id(index),
      type: "function",
      function: { name, arguments: "{}" },
    }));
    const results = NAMES.map((_, index) => ({ role: "tool", tool_call_id: id(index), content: "done" }));
    return {
      ...common,
      tool_choice: { type: "function", function: { name: chosen } },
      messages: [{ role: "user", content: "Go on" }, { role: "assistant", content: null, tool_calls }, ...results],
    };
  }
  const calls = NAMES.map((name, index) => ({ type: "function_call", call_id: id(index), name, arguments: "{}" }));
  const outputs = NAMES.map((_, index) => ({ type: "function_call_output", call_id: id(index), output: "done" }));
  return {
    ...common,
    tool_choice: { type: "function", name: chosen },
    input: [{ role: "user", content: "Go on" }, ...calls, ...outputs],
  };
}

/** The names that an upstream received: of the tools, the earlier calls, and the tool to call. */
function sentNames(body: Event): { tools: string[]; calls: string[]; chosen: string } {
  if (body.contents) {
    const parts = body.contents.flatMap((content: Event) => content.parts);
    return {
      tools: body.tools[0].functionDeclarations.map(({ name }: Event) => name),
      calls: parts.flatMap(({ functionCall }: Event) => functionCall?.name ?? []),
      chosen: body.toolConfig.functionCallingConfig.allowedFunctionNames[0],
    };
  }
  const chosen = body.tool_choice.function?.name ?? body.tool_choice.name;
  const tools = body.tools.map((tool: Event) => tool.function?.name ?? tool.name);
  if (body.input)
    return {
      tools,
      chosen,
      calls: body.input.flatMap((item: Event) => (item.type === "function_call" ? item.name : [])),
    };
  const calls = body.messages.flatMap(({ content, tool_calls }: Event) => [
    ...(tool_calls ?? []).map((call: Event) => call.function.name),
    ...(Array.isArray(content) ? content : []).flatMap((part: Event) => (part.type === "tool_use" ? part.name : [])),
  ]);
  return { tools, chosen, calls };
}

/** The names of the requests in a whole response, and in the events of one. */
function namesIn(reply: Event): string[] {
  const calls = reply.output ?? reply.content ?? reply.choices[0].message.tool_calls;
  return calls.flatMap((one: Event) => one.function?.name ?? (/call|tool_use/.test(one.type) ? one.name : []));
}

function namesInEvents(events: Event[]): string[] {
  return events.flatMap((event) => {
    if (event.type === "response.output_item.added") return event.item.name ?? [];
    if (event.type === "content_block_start") return event.content_block.name ?? [];
    return (event.choices?.[0]?.delta?.tool_calls ?? []).flatMap((call: Event) => call.function.name ?? []);
  });
}

const CONVERTED: [DialectName, ProviderName][] = [
  ...(["anthropic", "google", "groq"] as const).map((provider): [DialectName, ProviderName] => ["responses", provider]),
  ...(["openai", "google", "groq"] as const).map((provider): [DialectName, ProviderName] => ["messages", provider]),
  // Also where chat completions are the provider's own dialect, which would reject the names.
  ...(["anthropic", "google", "openai", "groq"] as const).map((provider): [DialectName, ProviderName] => [
    "chat",
    provider,
  ]),
];

describe.each(CONVERTED)("%s at %s", (dialect, provider) => {
  const route = { model: MODELS[provider], provider: { only: [provider] } };

  test.each([0, 1, 3, 7])("tool %i has a valid name there and the caller's name here", async (index) => {
    const chosen = NAMES[index] as string;
    const body = { ...route, ...bodyOf(dialect, chosen) };
    // The model calls the tool by the name it received.
    const asTold = (): string => sentNames(upstream.requests.at(-1)?.body).chosen;
    const first = await post(gateway, dialect, body);
    expect(first.status, first.text).toBe(200);
    const got = sentNames(upstream.requests.at(-1)?.body);
    for (const name of [...got.tools, ...got.calls, got.chosen]) expect(name).toMatch(TAKEN[provider]);
    expect(new Set(got.tools).size).toBe(NAMES.length);
    expect(got.calls).toEqual(got.tools);
    expect(got.chosen).toBe(got.tools[index]);
    for (const [at, name] of NAMES.entries()) if (TAKEN[provider].test(name)) expect(got.tools[at]).toBe(name);

    const calls = [asTold(), "look"].map((name) => ({ name, arguments: {} }));
    upstream.script({ answer: { text: "", toolCalls: calls, finish: "tool" } });
    const whole = await post(gateway, dialect, body);
    expect(namesIn(JSON.parse(whole.text)), whole.text).toEqual([chosen, "look"]);
    const streamed = await streamOf(gateway, dialect, body);
    expect(namesInEvents(streamed.events), streamed.text).toEqual([chosen, "look"]);
    expect((await recordOf(gateway, whole.headers)).notes).toContain(
      "names of tools: changed to a form that the provider accepts",
    );
  });
});

test("a body of the provider's own dialect passes through if it takes all names", async () => {
  const { status } = await post(gateway, "chat", {
    model: MODELS.openai,
    messages: [{ role: "user", content: "Go on" }],
    tools: [{ type: "function", function: { name: "look", parameters: { type: "object", properties: {} } } }],
    provider: { only: ["openai"] },
  });
  expect(status).toBe(200);
  expect(upstream.requests[0]?.path).toMatch(/\/chat\/completions$/);
});

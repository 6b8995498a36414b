import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type Event, post, streamOf } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic", "google", "groq"] });

const TARGETS = [
  ["anthropic", "anthropic/claude-sonnet-4.5"],
  ["google", "google/gemini-2.5-flash"],
  ["groq", "openai/gpt-oss-120b"],
] as const;

const GRAMMAR = { type: "grammar", syntax: "lark", definition: 'start: "*** Begin Patch"' };
const PATCH = { type: "custom", name: "apply_patch", description: "Edit files", format: GRAMMAR };
const wait = { type: "function", name: "wait", description: "Wait", parameters: { type: "object", properties: {} } };
/** As Codex sends them: tools of an MCP server, and those for sub-agents. */
const MCP = { type: "namespace", name: "mcp__files", description: "Files", tools: [wait] };
const AGENTS = {
  type: "namespace",
  name: "multi_agent_v1",
  description: "Agents",
  tools: [{ ...wait, strict: false }],
};
const SHELL = { type: "local_shell" };

const asking = (model: string, provider: string, tools: unknown[], more: object = {}) => ({
  model,
  input: "use the tools",
  tools,
  provider: { only: [provider] },
  ...more,
});

/** Names of the functions that the upstream received, in any of the three formats. */
function sentTools(): string[] {
  const { tools } = (upstream.requests.at(-1) as { body: { tools: Event[] } }).body;
  return tools.flatMap((tool) => tool.functionDeclarations ?? [tool.function ?? tool]).map(({ name }) => name);
}

/** The output items of a whole response or a stream, which are the same. */
async function outputOf(body: ReturnType<typeof asking>, streamed: boolean): Promise<Event[]> {
  if (!streamed) return JSON.parse((await post(gateway, "responses", body)).text).output;
  const { events } = await streamOf(gateway, "responses", body, { headers: { "x-response-events": "openai" } });
  const done = events.filter(({ type }) => type === "response.output_item.done").map(({ item }) => item);
  expect(events.find(({ type }) => type === "response.completed").response.output).toEqual(done);
  return done;
}

describe.each(TARGETS)("at %s", (provider, model) => {
  test.each([false, true])(
    "namespaced tools are sent as a flat list and returned in their namespaces (streamed: %s)",
    async (streamed) => {
      const items = await outputOf(asking(model, provider, [MCP, AGENTS]), streamed);
      expect(sentTools()).toEqual(["mcp__files__wait", "multi_agent_v1__wait"]);
      expect(items.filter(({ type }) => type !== "reasoning")).toMatchObject([
        { type: "function_call", namespace: "mcp__files", name: "wait", arguments: "{}", status: "completed" },
        { type: "function_call", namespace: "multi_agent_v1", name: "wait", arguments: "{}", status: "completed" },
      ]);
    },
  );

  test.each([false, true])(
    "a custom tool is sent as a function with one string and returned as a custom tool (streamed: %s)",
    async (streamed) => {
      const [call] = (await outputOf(asking(model, provider, [PATCH]), streamed)).filter(
        ({ type }) => type !== "reasoning",
      );
      expect(call).toMatchObject({ type: "custom_tool_call", name: "apply_patch", status: "completed" });
      expect(call.input).not.toContain("{");
      expect(call.input.length).toBeGreaterThan(0);
      expect(call.id).toMatch(/^ctc_/);
      expect(sentTools()).toEqual(["apply_patch"]);
      expect(JSON.stringify(upstream.requests.at(-1)?.body)).toContain("*** Begin Patch");
    },
  );

  test("earlier calls of namespaced and custom tools keep their names and results", async () => {
    const input = [
      { role: "user", content: "Patch it" },
      { type: "custom_tool_call", id: "ctc_1", call_id: "call_1", name: "apply_patch", input: 'a "b"\n' },
      { type: "custom_tool_call_output", call_id: "call_1", output: "Done one" },
      { type: "function_call", call_id: "call_2", namespace: "mcp__files", name: "wait", arguments: "{}" },
      { type: "function_call_output", call_id: "call_2", output: "Done two" },
    ];
    const { text, headers } = await post(gateway, "responses", asking(model, provider, [PATCH, MCP], { input }));
    expect(JSON.parse(text).output.at(-1).content[0].text).toContain("Done two");
    const sent = JSON.stringify(upstream.requests.at(-1)?.body);
    expect(sent).toContain("mcp__files__wait");
    expect(sent).toContain("Done one");
    expect(sent.replaceAll("\\", "")).toContain('"input":"a "b"n"');
    expect(headers.get("x-dropped")).toBeNull();
  });

  test("anything still dropped is listed in a header and rejected with require_parameters", async () => {
    const body = asking(model, provider, [wait, SHELL], { input: "Hello", truncation: "auto" });
    const whole = await post(gateway, "responses", body);
    const streamed = await streamOf(gateway, "responses", body);
    for (const { status, headers } of [whole, streamed]) {
      expect([status, headers.get("x-dropped")]).toEqual([200, "truncation, tools[1] (local_shell)"]);
    }
    const required = { ...body, provider: { only: [provider], require_parameters: true } };
    const refused = await post(gateway, "responses", required);
    expect(refused.status).toBe(400);
    expect(JSON.parse(refused.text).error.message).toContain("tools[1] (local_shell)");
    const carried = await post(gateway, "responses", { ...required, tools: [wait], truncation: undefined });
    expect(carried.status).toBe(200);
  });
});

test("a namespaced tool and a function with colliding names get different names", async () => {
  const [provider, model] = TARGETS[0];
  const plain = { ...wait, name: "mcp__files__wait" };
  const items = await outputOf(asking(model, provider, [MCP, plain]), false);
  expect(new Set(sentTools()).size).toBe(2);
  expect(items.map(({ namespace, name }) => [namespace, name])).toEqual([
    ["mcp__files", "wait"],
    [undefined, "mcp__files__wait"],
  ]);
});

test("a tool_choice of a custom or namespaced tool is kept", async () => {
  const [provider, model] = TARGETS[0];
  const choose = async (tool_choice: object) =>
    (await outputOf(asking(model, provider, [PATCH, MCP, AGENTS], { input: "Hello", tool_choice }), false)).map(
      ({ type, namespace, name }) => [type, namespace, name].filter(Boolean).join(" "),
    );
  expect(await choose({ type: "custom", name: "apply_patch" })).toEqual(["custom_tool_call apply_patch"]);
  expect(await choose({ type: "function", namespace: "multi_agent_v1", name: "wait" })).toEqual([
    "function_call multi_agent_v1 wait",
  ]);
});

// The others receive a chat request unchanged.
describe.each(TARGETS.slice(0, 2))("at %s", (provider, model) => {
  test.each([false, true])("chat: a custom tool is wrapped and returned (streamed: %s)", async (streamed) => {
    const custom = { name: "apply_patch", description: "Edit", format: { type: "grammar", grammar: GRAMMAR } };
    const body = {
      model,
      tools: [{ type: "custom", custom }],
      provider: { only: [provider] },
      messages: [
        { role: "user", content: "Patch it" },
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id: "call_1", type: "custom", custom: { name: "apply_patch", input: "first" } }],
        },
        { role: "tool", tool_call_id: "call_1", content: "Done" },
        { role: "user", content: "use the tool" },
      ],
    };
    const calls = streamed
      ? (await streamOf(gateway, "chat", body)).events.flatMap((event) => event.choices?.[0]?.delta.tool_calls ?? [])
      : JSON.parse((await post(gateway, "chat", body)).text).choices[0].message.tool_calls;
    expect(calls[0]).toMatchObject({ type: "custom", custom: { name: "apply_patch" } });
    const input = calls.map((call: Event) => call.custom.input).join("");
    expect([input.length > 0, input.includes("{")]).toEqual([true, false]);
    expect(JSON.stringify(upstream.requests.at(-1)?.body)).toContain("first");
  });
});

import { describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { startMcpServer } from "#tests/support/servers/mcp-server.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { startedOnce } from "#tests/support/servers/started-once.ts";
import { type DialectName, errorIn, eventsIn, leaving, post, recordOf, saying, streamOf } from "../calling.ts";
import { callsThenText, mcpTools } from "./asking.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["openai", "anthropic", "groq"],
  env: { ALLOWED_PRIVATE_HOSTS: "127.0.0.1" },
});
const mcp = startedOnce("MCP server", startMcpServer, (started) => started.close());

const MODEL = "openai/gpt-5-mini";
const DIALECTS: DialectName[] = ["responses", "messages", "chat"];
const ADD = { name: "maths__add", arguments: { a: 2, b: 3 } };

async function callAndRead(dialect: DialectName, body: Body) {
  const { status, headers, text } = await post(gateway, dialect, body);
  expect(text).not.toBe("");
  expect(status).toBe(200);
  return { reply: JSON.parse(text), record: await recordOf(gateway, headers) };
}

/** The finish reason of a paused response in each dialect. */
const PAUSED: Record<DialectName, object> = {
  responses: { status: "incomplete", incomplete_details: { reason: "pause_turn" } },
  messages: { stop_reason: "pause_turn" },
  chat: { choices: [{ finish_reason: "length" }] },
};

/** Each dialect's finish reason for a step that calls tools. */
const TOOL_FINISH: Record<DialectName, string> = { responses: "tool_calls", messages: "tool_use", chat: "tool_calls" };

describe.each(DIALECTS)("in %s", (dialect) => {
  const ask = (more: Body = {}) => saying(dialect, MODEL, "Add.", { ...mcpTools(dialect, mcp.url), ...more });

  test.each([
    ["a number of steps", [{ type: "step_count_is", step_count: 2 }], 2],
    ["a tool's name", [{ type: "has_tool_call", tool_name: "add" }], 1],
    ["the dialect's own finish reason", [{ type: "finish_reason_is", reason: TOOL_FINISH[dialect] }], 1],
    ["tokens", [{ type: "max_tokens_used", max_tokens: 1 }], 1],
    ["a cost that no further step fits in", [{ type: "max_cost", max_cost_in_dollars: 0.000001 }], 1],
    [
      "any of several",
      [
        { type: "step_count_is", step_count: 9 },
        { type: "has_tool_call", tool_name: "maths__add" },
      ],
      1,
    ],
  ])("%s ends the loop as a pause", async (_, stop, steps) => {
    callsThenText(upstream, "Not reached.", [ADD], [ADD], [ADD]);
    const { reply, record } = await callAndRead(dialect, ask({ stop_server_tools_when: stop }));
    expect(reply).toMatchObject(PAUSED[dialect]);
    expect(record.steps).toHaveLength(steps);
    expect(record.cost_proof.holds).toBe(true);
  });

  test("a call to the caller's function ends the turn after the server tools have run", async () => {
    callsThenText(upstream, "Not reached.", [ADD, { name: "mine", arguments: { x: 1 } }]);
    const schema = { type: "object", properties: { x: { type: "number" } } };
    const own = {
      responses: { type: "function", name: "mine", parameters: schema },
      messages: { name: "mine", input_schema: schema },
      chat: { type: "function", function: { name: "mine", parameters: schema } },
    }[dialect];
    const { tools, ...rest } = mcpTools(dialect, mcp.url) as { tools: unknown[] };
    const { reply, record } = await callAndRead(
      dialect,
      saying(dialect, MODEL, "Add.", { ...rest, tools: [...tools, own] }),
    );
    const said = JSON.stringify(reply);
    expect(said).toContain('"mine"');
    expect(said).toContain('"5"');
    if (dialect === "messages") expect(reply.stop_reason).toBe("tool_use");
    if (dialect === "chat") expect(reply.choices[0].finish_reason).toBe("tool_calls");
    expect(record.steps).toHaveLength(1);
  });
});

test.each([
  ["messages", { type: "tool", name: "datetime" }, { type: "function", name: "datetime" }],
  ["messages", { type: "any" }, "required"],
  ["messages", { type: "none" }, "none"],
  ["chat", "required", "required"],
] as const)(
  "a choice of a server tool in %s (%o) applies to the first step, and nothing is dropped",
  async (dialect, choice, sent) => {
    callsThenText(upstream, "Now.", [{ name: "datetime", arguments: {} }]);
    const more = { tools: [{ type: "switchboard:datetime" }], tool_choice: choice };
    const { record } = await callAndRead(dialect, saying(dialect, MODEL, "Time?", more));
    const choices = upstream.requests.map(({ body }) => (body as Body).tool_choice);
    expect(choices).toEqual([sent, sent === "none" ? "none" : "auto"]);
    expect(record.notes).toEqual([]);
  },
);

test("has_tool_call accepts the name under which the request has the tool", async () => {
  callsThenText(upstream, "Not reached.", [{ name: "datetime", arguments: {} }]);
  const stop = [{ type: "has_tool_call", tool_name: "openrouter:datetime" }];
  const more = { tools: [{ type: "openrouter:datetime" }], stop_server_tools_when: stop };
  const { record } = await callAndRead("chat", saying("chat", MODEL, "Time?", more));
  expect(record.steps).toHaveLength(1);
});

test("an unknown condition, tool or setting is a 400 that names the field, before anything is sent", async () => {
  const bad: [Body, string][] = [
    [{ stop_server_tools_when: [{ type: "step_count_is" }] }, "stop_server_tools_when"],
    [{ stop_server_tools_when: [{ type: "whenever" }] }, "stop_server_tools_when"],
    [{ tools: [{ type: "switchboard:teleport" }] }, "datetime, web_fetch"],
    [{ plugins: [{ id: "teleport" }] }, "response-healing"],
    [{ plugins: [{ id: "web-fetch", max_use: 1 }] }, "plugins[0]"],
    [{ tools: [{ type: "switchboard:web_fetch", parameters: { max_use: 1 } }] }, "tools[0].parameters"],
    [{ tools: [{ type: "switchboard:web_fetch", allowed_domains: ["a.example"] }] }, "tools[0].allowed_domains"],
    [
      { tools: [{ type: "switchboard:web_fetch", parameters: { blocked_domains: ["https://a.example:8080"] } }] },
      "tools[0].parameters.blocked_domains.0",
    ],
    [{ tools: [{ type: "mcp", server_label: "x", server_url: "ftp://x", require_approval: "never" }] }, "server_url"],
    [{ tools: [{ type: "mcp", server_label: "x" }] }, "no MCP server x"],
    [{ tools: [{ type: "mcp", server_label: "x", server_url: mcp.url, require_approval: 1 }] }, "require_approval"],
  ];
  for (const [more, named] of bad) {
    const { status, text } = await post(gateway, "responses", saying("responses", MODEL, "Hi", more));
    expect([status, text]).toEqual([400, expect.stringContaining(named)]);
  }
  const asking = { tools: [{ type: "mcp", server_label: "x", server_url: mcp.url }] };
  const { status, text } = await post(gateway, "chat", saying("chat", MODEL, "Hi", asking));
  expect([status, text]).toEqual([400, expect.stringContaining("tools[0].require_approval")]);
  expect(upstream.requests).toHaveLength(0);
});

test("an MCP server that is unreachable or on a private address is a 400 that names the field", async () => {
  const model = "anthropic/claude-sonnet-4.5";
  for (const url of ["http://127.0.0.1:1/mcp", "http://10.0.0.1/mcp", "http://localhost:9/mcp"]) {
    const { status, text } = await post(gateway, "chat", saying("chat", model, "Hi", mcpTools("chat", url)));
    expect([status, text]).toEqual([400, expect.stringContaining("tools[0].server_url")]);
  }
  expect(upstream.requests).toHaveLength(0);
});

test("a failed step continues at the next candidate, and completed tools are charged once", async () => {
  upstream.script({ times: 1, answer: { toolCalls: [ADD], text: "", finish: "tool" } });
  upstream.script({ match: ({ path }) => path.includes("openai"), fault: { status: 500 } });
  upstream.script({ times: 1, answer: { text: "It is 5.", toolCalls: [], finish: "stop" } });
  const models = [MODEL, "anthropic/claude-sonnet-4.5"];
  const { reply, record } = await callAndRead(
    "chat",
    saying("chat", MODEL, "Add.", { ...mcpTools("chat", mcp.url), models }),
  );
  expect(reply.choices[0].message.content).toBe("It is 5.");
  expect(record.steps.map(({ provider_name: name }: { provider_name: string }) => name)).toEqual([
    "openai",
    "anthropic",
  ]);
  expect(record.cost_proof.holds).toBe(true);
  expect(mcp.calls.filter(({ name }) => name === "add").length).toBeGreaterThan(0);
});

test("a stream whose second step fails everywhere ends in an error, and the first step is charged", async () => {
  upstream.script({ times: 1, answer: { toolCalls: [ADD], text: "", finish: "tool" } });
  upstream.script({ fault: { status: 500 } });
  const { events, headers } = await streamOf(
    gateway,
    "messages",
    saying("messages", MODEL, "Add.", mcpTools("messages", mcp.url)),
  );
  expect(errorIn(events)).toBeDefined();
  const record = await recordOf(gateway, headers);
  expect(record).toMatchObject({ finish_reason: "error" });
  expect(record.cost_nano_usd).toBeGreaterThan(0);
  expect(record.steps).toHaveLength(1);
});

test("a caller who disconnects stops the running tool and is charged for completed ones", async () => {
  callsThenText(upstream, "Not reached.", [{ name: "maths__echo", arguments: { text: "late", ms: 20_000 } }]);
  const body = saying("messages", MODEL, "Echo.", { ...mcpTools("messages", mcp.url), stream: true });
  const call = leaving(gateway, "messages", body);
  const headers = await call.chunk;
  call.leave();
  await expect
    .poll(async () => (await recordOf(gateway, headers).catch(() => undefined))?.cancelled, { timeout: 5_000 })
    .toBe(true);
  const record = await recordOf(gateway, headers);
  expect(record.cost_nano_usd).toBeGreaterThan(0);
  expect(upstream.requests).toHaveLength(1);
});

test("a conversation sent back continues with the calls and their results", async () => {
  callsThenText(upstream, "It is 5.", [ADD]);
  const first = await callAndRead("messages", saying("messages", MODEL, "Add.", mcpTools("messages", mcp.url)));
  callsThenText(upstream, "Yes.");
  const messages = [
    { role: "user", content: "Add." },
    { role: "assistant", content: first.reply.content },
    { role: "user", content: "Sure?" },
  ];
  for (const model of [MODEL, "anthropic/claude-sonnet-4.5"]) {
    callsThenText(upstream, "Yes.");
    await callAndRead("messages", { model, max_tokens: 100, messages, ...mcpTools("messages", mcp.url) });
    const sent = JSON.stringify(upstream.requests.at(-1)?.body);
    expect(sent).toContain("maths__add");
    expect(sent).toContain("It is 5.");
    expect(sent).not.toContain("mcp_tool");
  }
});

test("tools run in parallel, and a long silence is filled with pings", async () => {
  const echo = { name: "maths__echo", arguments: { text: "late", ms: 5_500 } };
  callsThenText(upstream, "Done.", [echo, echo, echo]);
  const startedMs = performance.now();
  const body = saying("messages", MODEL, "Echo.", { ...mcpTools("messages", mcp.url), stream: true });
  const { text } = await post(gateway, "messages", body);
  expect(performance.now() - startedMs).toBeLessThan(15_000);
  expect(eventsIn(text).filter(({ type }) => type === "ping").length).toBeGreaterThan(0);
});

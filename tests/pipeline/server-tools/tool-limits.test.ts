import { afterEach, describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { startMcpServer } from "#tests/support/servers/mcp-server.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { startedOnce } from "#tests/support/servers/started-once.ts";
import { type DialectName, post, saying } from "../calling.ts";
import { guardedKeys } from "../guard/guarding.ts";
import { callsThenText, mcpTools } from "./asking.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["openai", "anthropic"],
  env: { ALLOWED_PRIVATE_HOSTS: "127.0.0.1" },
});
const keyFor = guardedKeys(gateway);
const mcp = startedOnce("MCP server", startMcpServer, (started) => started.close());

const OPENAI = "openai/gpt-5-mini";
const CLAUDE = "anthropic/claude-sonnet-4.5";
const disable = (names: string[] | null) =>
  gateway.call("PATCH", "/workspaces/default", { disabled_server_tools: names });

const OFFERS: [string, DialectName, string, Body, string][] = [
  ["web_fetch", "chat", OPENAI, { tools: [{ type: "switchboard:web_fetch" }] }, "tools[0]"],
  ["web_fetch", "messages", CLAUDE, { plugins: [{ id: "web-fetch" }] }, "plugins[0]"],
  ["web_search", "messages", CLAUDE, { tools: [{ type: "web_search_20250305", name: "web_search" }] }, "tools[0]"],
  ["web_search", "responses", OPENAI, { tools: [{ type: "web_search_preview_2025_03_11" }] }, "tools[0]"],
  ["web_search", "chat", OPENAI, { web_search_options: {} }, "web_search_options"],
  ["code_interpreter", "responses", OPENAI, { tools: [{ type: "code_interpreter" }] }, "tools[0]"],
  [
    "web_search",
    "responses",
    OPENAI,
    { tools: [{ type: "namespace", name: "n", tools: [{ type: "web_search" }] }] },
    "tools[0].tools[0]",
  ],
  [
    "web_search",
    "responses",
    OPENAI,
    { input: [{ type: "additional_tools", role: "developer", tools: [{ type: "web_search" }] }] },
    "input[0].tools[0]",
  ],
  ["web_search", "chat", OPENAI, { search_parameters: { mode: "on" } }, "search_parameters"],
  ["web_search", "chat", OPENAI, { enable_search: true }, "enable_search"],
  [
    "mcp",
    "messages",
    CLAUDE,
    { mcp_servers: [{ type: "url", name: "a", url: "https://example.com/mcp" }] },
    "mcp_servers",
  ],
];

describe("a workspace", () => {
  afterEach(() => disable(null));

  test("stores names without a prefix, and rejects unknown ones with a list of valid names", async () => {
    const { body } = await disable(["openrouter:web_search", "datetime"]);
    expect(body.data.disabled_server_tools).toEqual(["web_search", "datetime"]);
    const { status, body: refusal } = await disable(["telepathy"]);
    expect(status).toBe(400);
    expect(refusal.error.message).toContain("must be one of datetime, web_fetch");
  });

  test.each(OFFERS)("that disables %s rejects it in %s", async (name, dialect, model, more, path) => {
    await disable([name]);
    const { status, text } = await post(gateway, dialect, saying(dialect, model, "Hi.", more));
    expect(status).toBe(403);
    expect(JSON.parse(text).error.message).toBe(`${path}: the workspace has disabled the tool ${name}`);
    expect(upstream.requests).toHaveLength(0);
  });

  test("does not affect other tools, the caller's own functions or plugins that are off", async () => {
    await disable(["web_fetch"]);
    const own = { type: "function", function: { name: "web_fetch", parameters: { type: "object" } } };
    const more = { tools: [own, { type: "switchboard:datetime" }], plugins: [{ id: "web-fetch", enabled: false }] };
    const { status } = await post(gateway, "chat", saying("chat", OPENAI, "Hi.", more));
    expect(status).toBe(200);
  });
});

describe("a guardrail", () => {
  test.each([{ ignored_tools: ["web_fetch"] }, { allowed_tools: ["datetime"] }])("with %o", async (lists) => {
    const key = await keyFor(lists);
    const ask = (type: string) => post(gateway, "chat", saying("chat", OPENAI, "Hi.", { tools: [{ type }] }), { key });
    const { status, text } = await ask("openrouter:web_fetch");
    expect(status).toBe(403);
    expect(JSON.parse(text).error.message).toContain('guardrail "Test" does not allow the tool web_fetch');
    expect((await ask("openrouter:datetime")).status).toBe(200);
  });

  test.each([
    ["one tool of a server", ["127.0.0.1/add"], ["maths__add"]],
    ["all of a server's tools", ["127.0.0.1/*"], undefined],
    ["all tools of MCP servers", ["mcp"], undefined],
  ])("that allows %s offers the model no other tools", async (_, allowed, names) => {
    const key = await keyFor({ allowed_tools: [...allowed, "datetime"] });
    callsThenText(upstream, "Done.", [{ name: "maths__echo", arguments: { text: "Hi" } }]);
    const { text } = await post(gateway, "chat", saying("chat", OPENAI, "Hi.", mcpTools("chat", mcp.url)), { key });
    const offered = JSON.parse(upstream.requests[0]?.raw.toString() ?? "{}").tools;
    const remote = offered
      .map((tool: { name?: string; function?: { name: string } }) => tool.name ?? tool.function?.name)
      .filter((name: string) => name.startsWith("maths"));
    if (names) expect(remote).toEqual(names);
    else expect(remote.length).toBeGreaterThan(2);
    expect(text.includes('"server_tool_calls"')).toBe(names === undefined);
  });

  test("with a tool list runs MCP servers in the gateway if a provider would run all their tools", async () => {
    const key = await keyFor({ ignored_tools: ["127.0.0.1/echo"] });
    callsThenText(upstream, "5", [{ name: "maths__add", arguments: { a: 2, b: 3 } }]);
    const { text } = await post(
      gateway,
      "messages",
      saying("messages", CLAUDE, "Add.", { ...mcpTools("messages", mcp.url), max_tokens: 100 }),
      { key },
    );
    expect(text).toContain("mcp_tool_result");
    const [sent] = upstream.requests.map(({ raw }) => raw.toString());
    expect(sent).toContain("maths__add");
    expect(sent).not.toContain("maths__echo");
  });

  test("that allows no tool of an MCP server rejects the server", async () => {
    const key = await keyFor({ allowed_tools: ["datetime"] });
    const { status } = await post(gateway, "chat", saying("chat", OPENAI, "Hi.", mcpTools("chat", mcp.url)), { key });
    expect(status).toBe(403);
  });
});

import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type Event, post, streamOf } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["anthropic", "google", "groq"] });

const TARGETS = [
  ["anthropic", "anthropic/claude-sonnet-4.5"],
  ["google", "google/gemini-2.5-flash"],
  ["groq", "openai/gpt-oss-120b"],
] as const;

const parameters = { type: "object", properties: { query: { type: "string" } }, required: ["query"] };
/** As Codex sends them: the search among its tools, and what the search found. */
const SEARCH = { type: "tool_search", execution: "client", description: "Finds tools", parameters };
const wait = { type: "function", name: "wait", defer_loading: true, parameters: { type: "object", properties: {} } };
const namespace = (...tools: object[]) => ({ type: "namespace", name: "mcp__files", description: "Files", tools });
const read = { ...wait, name: "read" };

const call = (id: string) => ({
  type: "tool_search_call",
  call_id: id,
  execution: "client",
  arguments: { query: "wait" },
});
const found = (id: string, ...tools: object[]) => ({
  type: "tool_search_output",
  call_id: id,
  execution: "client",
  tools,
});
const user = (content: string) => ({ role: "user", content });

/** The functions that the upstream received, in any of the three formats. */
function sentTools(): Event[] {
  const { tools } = (upstream.requests.at(-1) as { body: { tools: Event[] } }).body;
  return tools.flatMap((tool) => tool.functionDeclarations ?? [tool.function ?? tool]);
}

const isCall = ({ type }: Event) => type === "function_call";

async function outputOf(body: Event, streamed: boolean): Promise<Event[]> {
  if (!streamed) return JSON.parse((await post(gateway, "responses", body)).text).output;
  const { events } = await streamOf(gateway, "responses", body, { headers: { "x-response-events": "openai" } });
  const done = events.filter(({ type }) => type === "response.output_item.done").map(({ item }) => item);
  expect(events.find(({ type }) => type === "response.completed").response.output).toEqual(done);
  expect(events.filter(({ type }) => /arguments/.test(type) && !done.some(isCall))).toEqual([]);
  return done;
}

describe.each(TARGETS)("at %s", (provider, model) => {
  const asking = (input: object[], tools: object[] = [SEARCH]) => ({
    model,
    input,
    tools,
    provider: { only: [provider] },
  });

  test.each([false, true])(
    "a search for tools is a function, and its call an item (streamed: %s)",
    async (streamed) => {
      const items = await outputOf(asking([user("use the tool")]), streamed);
      expect(sentTools().map(({ name, description }) => [name, description])).toEqual([["tool_search", "Finds tools"]]);
      expect(items.filter(({ type }) => type !== "reasoning")).toMatchObject([
        {
          type: "tool_search_call",
          execution: "client",
          arguments: { query: expect.any(String) },
          status: "completed",
        },
      ]);
      expect(items.at(-1)?.call_id).toEqual(expect.any(String));
    },
  );

  test.each([false, true])(
    "tools that a search found can be called in their namespaces (streamed: %s)",
    async (streamed) => {
      const history = [
        ...[user("Hello"), call("call_1"), found("call_1", namespace(wait))],
        ...[call("call_2"), found("call_2", namespace(wait, read))],
      ];
      const forced = { tool_choice: { type: "function", namespace: "mcp__files", name: "read" } };
      const body = { ...asking(history), ...forced };
      await post(gateway, "responses", body);
      expect(sentTools().map(({ name }) => name)).toEqual(["tool_search", "mcp__files__wait", "mcp__files__read"]);
      const sent = JSON.stringify(upstream.requests.at(-1)?.body).replaceAll("\\", "");
      expect(sent).toContain('{"tools":["mcp__files__wait"]}');
      expect(sent).toContain('{"tools":["mcp__files__wait","mcp__files__read"]}');
      expect(sent).not.toContain("defer_loading");
      const added = { type: "additional_tools", role: "developer", tools: [namespace(read)] };
      const items = await outputOf(asking([added, user("use the tools")], []), streamed);
      expect(items.filter(({ type }) => type !== "reasoning")).toMatchObject([
        { type: "function_call", namespace: "mcp__files", name: "read" },
      ]);
    },
  );

  test("nothing is dropped, and a search that OpenAI ran is noted", async () => {
    const history = [user("Hello"), call("call_1"), found("call_1", namespace(wait))];
    const { status, text, headers } = await post(gateway, "responses", asking(history));
    expect(status, text).toBe(200);
    expect(headers.get("x-dropped")).toBeNull();
    const hosted = { ...call("call_1"), call_id: null, execution: "server" };
    const other = await post(gateway, "responses", asking([hosted, user("Hello")], [{ type: "tool_search" }]));
    expect(other.headers.get("x-dropped")).toBe("input[0] (tool_search_call), tools[0] (tool_search)");
  });
});

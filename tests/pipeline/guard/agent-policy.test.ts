import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type Event, errorIn, post, saying, streamOf, textIn } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic"] });

const NATIVE = "openai/gpt-5-mini";
const CONVERTED = "anthropic/claude-sonnet-4.5";

async function keyFor(fields: object): Promise<string> {
  const { key, hash } = await gateway.newKey();
  const { status, body } = await gateway.call("POST", "/guardrails", { name: "Agents", ...fields });
  expect(body.error).toBeUndefined();
  expect(status).toBe(201);
  await gateway.call("POST", `/guardrails/${body.data.id}/assignments/keys`, { key_hashes: [hash] });
  return key;
}

const schema = { type: "object", properties: {} };
const FORMS: [dialect: "responses" | "chat" | "messages", tool: (name: string) => object][] = [
  ["responses", (name) => ({ type: "function", name, parameters: schema })],
  ["chat", (name) => ({ type: "function", function: { name, parameters: schema } })],
  ["messages", (name) => ({ name, input_schema: schema })],
];

describe.each(FORMS)("functions in %s", (dialect, tool) => {
  const offer = (key: string, ...names: string[]) =>
    post(gateway, dialect, saying(dialect, NATIVE, "Hi", { tools: names.map(tool), max_tokens: 100 }), { key });

  test("that a guardrail excludes by a pattern are rejected by name", async () => {
    const key = await keyFor({ ignored_tools: ["function:mcp__github__*", "web_search"] });
    const { status, text } = await offer(key, "read_file", "mcp__GitHub__create_issue");
    expect({ status, text }).toEqual({
      status: 403,
      text: expect.stringContaining(
        'tools[1]: guardrail \\"Agents\\" does not allow the tool mcp__GitHub__create_issue',
      ),
    });
    expect(upstream.requests).toEqual([]);
    expect((await offer(key, "read_file", "mcp__jira__list")).status).toBe(200);
  });

  test("are limited by an allow list only if it names functions", async () => {
    const some = await keyFor({ allowed_tools: ["function:read_*", "function:*_status"] });
    expect((await offer(some, "read_file", "git_status")).status).toBe(200);
    expect((await offer(some, "read_file", "write_file")).status).toBe(403);
    const servers = await keyFor({ allowed_tools: ["web_search"] });
    expect((await offer(servers, "write_file")).status).toBe(200);
  });
});

test("Codex's own tools and namespaces are functions too", async () => {
  const key = await keyFor({ ignored_tools: ["function:apply_patch", "function:local_shell", "function:deploy*"] });
  const inside = { type: "namespace", name: "mcp__ops", tools: [{ type: "function", name: "deploy_now" }] };
  for (const tool of [{ type: "custom", name: "apply_patch" }, { type: "local_shell" }, inside]) {
    const { status } = await post(gateway, "responses", saying("responses", NATIVE, "Hi", { tools: [tool] }), { key });
    expect([tool, status]).toEqual([tool, 403]);
  }
});

const COMMAND = { pattern: "\\brm\\s+-rf\\s+/", label: "Delete", applies_to: "tool_calls" };
const calling = (args: unknown) => ({
  answer: { text: "", toolCalls: [{ name: "run", arguments: args }], finish: "tool" as const },
});

describe.each([NATIVE, CONVERTED])("a pattern for tool calls, with %s", (model) => {
  const body = (dialect: "chat" | "responses", more: object = {}) =>
    saying(dialect, model, "Never run rm -rf / please", {
      tools: [dialect === "chat" ? FORMS[1]?.[1]("run") : FORMS[0]?.[1]("run")],
      ...more,
    });

  test("blocks a call, streamed and whole", async () => {
    const key = await keyFor({ content_filters: [{ ...COMMAND, action: "block" }] });
    upstream.script(calling({ command: ["bash", "-lc", "cd x && rm -rf / --no-preserve-root"] }));
    for (const dialect of ["chat", "responses"] as const) {
      const { events } = await streamOf(gateway, dialect, body(dialect), { key });
      expect(errorIn(events)?.message).toContain("Agents");
      expect(JSON.stringify(events)).not.toContain("rm -rf /");
      expect((await post(gateway, dialect, body(dialect), { key })).status).toBe(403);
    }
  });

  test("redacts and reports a call", async () => {
    upstream.script(calling({ command: "rm -rf / now" }));
    const redacting = await keyFor({ content_filters: [{ ...COMMAND, action: "redact" }] });
    const { events } = await streamOf(gateway, "chat", body("chat"), { key: redacting });
    const args = events.map((event: Event) => event.choices?.[0]?.delta?.tool_calls?.[0]?.function?.arguments ?? "");
    expect(JSON.parse(args.join(""))).toEqual({ command: "[DELETE_1] now" });
    const reporting = await keyFor({ content_filters: [{ ...COMMAND, action: "flag" }] });
    const { text, headers } = await post(gateway, "chat", body("chat"), { key: reporting });
    expect(text).toContain("rm -rf / now");
    const { body: record } = await gateway.call("GET", `/generation?id=${headers.get("x-generation-id")}`);
    expect(JSON.stringify(record.data)).toContain('"rule_name":"Delete"');
  });

  test("reads no other text of the request or response", async () => {
    const key = await keyFor({ content_filters: [{ ...COMMAND, action: "block" }] });
    upstream.script({ answer: { text: "I will not run rm -rf / for you." } });
    for (const dialect of ["chat", "responses"] as const) {
      const { events } = await streamOf(gateway, dialect, body(dialect), { key });
      expect(textIn(events)).toContain("I will not run rm -rf / for you.");
    }
  });
});

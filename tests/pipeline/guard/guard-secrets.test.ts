import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { saying, streamOf, textIn } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });

const MODEL = "openai/gpt-5-mini";
const SECRET = "postgres://app:9fQ2xLk7@db.internal/shop";

async function keyFor(action: string): Promise<string> {
  const { key, hash } = await gateway.newKey();
  const { body } = await gateway.call("POST", "/guardrails", {
    name: `Secrets: ${action}`,
    content_filter_builtins: [{ slug: "secrets", action }],
  });
  await gateway.call("POST", `/guardrails/${body.data.id}/assignments/keys`, { key_hashes: [hash] });
  return key;
}

const withResult = (output: string) => [
  { role: "user", content: "What is configured?" },
  { type: "function_call", call_id: "c1", name: "read_file", arguments: '{"path":".env"}' },
  { type: "function_call_output", call_id: "c1", output },
];

describe("a secret in a tool result", () => {
  test("is blocked before it reaches a provider", async () => {
    const key = await keyFor("block");
    const body = { model: MODEL, input: withResult(`DATABASE_URL=${SECRET}`) };
    expect((await gateway.call("POST", "/responses", body, { key })).status).toBe(403);
    expect(upstream.requests).toEqual([]);
  });

  test("is redacted", async () => {
    const key = await keyFor("redact");
    const body = { model: MODEL, input: withResult(`DATABASE_URL=${SECRET}`) };
    expect((await gateway.call("POST", "/responses", body, { key })).status).toBe(200);
    expect(JSON.stringify(upstream.requests[0]?.body)).toContain("postgres://app:[SECRET_1]@db.internal/shop");
  });

  test("is reported", async () => {
    const key = await keyFor("flag");
    const body = { model: MODEL, input: withResult(`DATABASE_URL=${SECRET}`) };
    const { status, headers } = await gateway.call("POST", "/responses", body, { key });
    expect(status).toBe(200);
    expect(JSON.stringify(upstream.requests[0]?.body)).toContain(SECRET);
    const record = await gateway.call("GET", `/generation?id=${headers.get("x-generation-id")}`);
    expect(JSON.stringify(record.body.data)).toContain('"rule":"secrets"');
  });
});

test("a secret in a streamed response and in tool arguments is redacted", async () => {
  const key = await keyFor("redact");
  upstream.script({ times: 1, answer: { text: `It is ${SECRET} as before` } });
  const { events } = await streamOf(gateway, "chat", saying("chat", MODEL, "Hi"), { key });
  expect(textIn(events)).toBe("It is postgres://app:[SECRET_1]@db.internal/shop as before");
  upstream.script({
    answer: { text: "", toolCalls: [{ name: "run", arguments: { command: `psql ${SECRET}` } }], finish: "tool" },
  });
  const tools = [{ type: "function", function: { name: "run", parameters: { type: "object", properties: {} } } }];
  const called = await streamOf(gateway, "chat", { ...saying("chat", MODEL, "Run it"), tools }, { key });
  const args = called.events.map((event) => event.choices?.[0]?.delta?.tool_calls?.[0]?.function?.arguments ?? "");
  expect(JSON.parse(args.join("")).command).toMatch(/^psql postgres:\/\/app:\[SECRET_\d\]@db\.internal\/shop$/);
});

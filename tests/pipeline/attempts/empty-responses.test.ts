import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, errorIn, post, recordOf, saying, streamOf, textIn, textOf } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic", "groq", "together"] });

const NATIVE: Record<DialectName, { model: string; provider: string }> = {
  chat: { model: "openai/gpt-oss-120b", provider: "together" },
  messages: { model: "anthropic/claude-sonnet-4.5", provider: "anthropic" },
  responses: { model: "openai/gpt-5-mini", provider: "openai" },
};
const DIALECTS = Object.keys(NATIVE) as DialectName[];

function askedOf(dialect: DialectName, more = {}) {
  const { model, provider } = NATIVE[dialect];
  // Each has a second candidate that responds.
  return saying(dialect, model, "Hello", {
    models: ["openai/gpt-oss-120b"],
    provider: { only: [provider, "groq"], order: [provider] },
    ...more,
  });
}

const atFirst = (dialect: DialectName) => (request: { path: string }) =>
  request.path.startsWith(`/${NATIVE[dialect].provider}/`);

describe.each(DIALECTS)("%s: a 200 without a response is a failure", (dialect) => {
  test.each<[string, unknown]>([
    ["an empty object", {}],
    ["a failure in one word", { error: "model overloaded" }],
    ["a failure without its kind", { error: { message: "model overloaded" } }],
    ["a failure in FastAPI's form", { detail: "model overloaded" }],
    ["nothing where the answer should be", { id: "x", choices: null, content: null, output: null }],
  ])("%s", async (_, body) => {
    const headers = { "content-type": "application/json" };
    upstream.script({ match: atFirst(dialect), reply: { body: JSON.stringify(body), headers } });
    const response = await post(gateway, dialect, askedOf(dialect));
    expect(response.status, response.text).toBe(200);
    expect(textOf(JSON.parse(response.text))).toBe("You said: Hello");
    const { provider_responses: attempts } = await recordOf(gateway, response.headers);
    expect(attempts.map(({ status }: { status: number }) => status)).toEqual([502, 200]);
  });
});

test("the caller sees what the upstream sent instead of a response", async () => {
  const headers = { "content-type": "application/json" };
  upstream.script({ reply: { body: '{"error":"model overloaded"}', headers } });
  const { status, text } = await post(gateway, "chat", saying("chat", NATIVE.chat.model, "Hello"));
  expect(status).toBe(502);
  expect(JSON.parse(text).error.message).toBe("Provider returned error: model overloaded");
});

test("an error in JSON instead of a stream keeps its status and message", async () => {
  const headers = { "content-type": "application/json" };
  upstream.script({ reply: { body: '{"error":{"message":"slow down","code":429}}', headers } });
  const body = saying("chat", NATIVE.chat.model, "Hello", { stream: true });
  const { status, text } = await post(gateway, "chat", body);
  expect([status, JSON.parse(text).error.message]).toEqual([429, "Provider returned error: slow down"]);
});

test.each<[string, (string | object)[]]>([
  ["the closing line alone", ["data: [DONE]\n\n"]],
  ["an event that says nothing", [{}, "data: [DONE]\n\n"]],
])("a chat stream of %s moves on to the next candidate", async (_, events) => {
  upstream.script({ match: atFirst("chat"), reply: { events } });
  const response = await streamOf(gateway, "chat", askedOf("chat"));
  expect(textIn(response.events)).toBe("You said: Hello");
});

// Native and converted.
test.each<DialectName>(["chat", "messages"])(
  "%s: a response that ends with the finish reason error is a failure",
  async (dialect) => {
    const chunk = (delta: object, finish_reason: string | null) => ({ choices: [{ index: 0, delta, finish_reason }] });
    upstream.script({ reply: { events: [chunk({ content: "Hi" }, null), chunk({}, "error"), "data: [DONE]\n\n"] } });
    const response = await streamOf(gateway, dialect, saying(dialect, NATIVE.chat.model, "Hello"));
    expect(textIn(response.events)).toBe("Hi");
    if (dialect === "messages") expect(errorIn(response.events)?.message).toContain("ended its response with an error");
    expect(await recordOf(gateway, response.headers)).toMatchObject({ status: 502, finish_reason: "error" });
  },
);

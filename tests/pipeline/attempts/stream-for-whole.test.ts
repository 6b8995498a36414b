import { beforeAll, describe, expect, test } from "vitest";
import { dialectOf } from "#tests/support/dialect-of.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import type { Fault } from "#tests/support/upstream/fault.ts";
import { type DialectName, type Event, post, recordOf, saying, textOf } from "../calling.ts";
import { EMAIL, emailRule, guardedKeys } from "../guard/guarding.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic", "google", "groq"] });
const keyFor = guardedKeys(gateway);

beforeAll(async () => {
  await gateway.call("PATCH", "/workspaces/default", { is_observability_io_logging_enabled: true });
});

const NATIVE: Record<DialectName, string> = {
  responses: "openai/gpt-5-mini",
  messages: "anthropic/claude-sonnet-4.5",
  chat: "openai/gpt-oss-120b",
};
const GEMINI = "google/gemini-2.5-flash";
const DIALECTS: DialectName[] = ["responses", "messages", "chat"];

const COUNTED = ["tokens_prompt", "tokens_completion", "cost_nano_usd", "usage_estimated", "status", "usage_units"];
const counted = (record: Event) => Object.fromEntries(COUNTED.map((key) => [key, record[key]]));

/** Fields that are generated for each response. */
const NAMES = new Set([
  "id",
  "call_id",
  "item_id",
  "created",
  "created_at",
  "completed_at",
  "signature",
  "obfuscation",
]);
const named = (reply: string): Event =>
  JSON.parse(reply, (name, value) => (NAMES.has(name) || isNothing(value) ? undefined : value));
const isNothing = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);

describe.each(DIALECTS)("%s whose native upstream streams a requested whole response", (dialect) => {
  const model = NATIVE[dialect];
  const tools = {
    responses: [{ type: "function", name: "look", parameters: { type: "object" }, strict: false }],
    messages: [{ name: "look", input_schema: { type: "object" } }],
    chat: [{ type: "function", function: { name: "look", parameters: { type: "object" } } }],
  }[dialect];
  const ask = (text: string, more: object = {}) => saying(dialect, model, text, { max_tokens: 300, ...more });

  test.each<[string, Fault]>([
    ["as one usually is", {}],
    ["in lines that end in CR", { lineEnds: ["\r"] }],
    ["after a byte order mark", { byteOrderMark: true, lineEnds: ["\r\n"] }],
  ])("gets a whole response with the same usage: %s", async (_, fault) => {
    for (const body of [ask("Hello ä€😀"), ask("use the tool", { tools })]) {
      upstream.reset();
      const whole = await post(gateway, dialect, body);
      upstream.script({ fault: { alwaysStreams: true, ...fault } });
      const sseToJson = await post(gateway, dialect, body);
      expect(sseToJson.status, sseToJson.text).toBe(200);
      expect(sseToJson.headers.get("content-type")).toBe("application/json");
      expect(named(sseToJson.text)).toMatchObject(named(whole.text));
      const record = await recordOf(gateway, sseToJson.headers);
      expect(counted(record)).toEqual(counted(await recordOf(gateway, whole.headers)));
      expect(record).toMatchObject({ streamed: false, provider_responses: [{ status: 200 }] });
    }
  });

  test("has guardrails, metadata and stored content applied", async () => {
    upstream.script({ fault: { alwaysStreams: true }, answer: { text: `Write to ${EMAIL} today` } });
    const key = await keyFor(emailRule("redact"));
    const headers = { "x-service-metadata": "enabled" };
    const guarded = await post(gateway, dialect, ask("Hello"), { key, headers });
    expect(textOf(JSON.parse(guarded.text))).toMatch(/^Write to \[EMAIL.*\] today$/);
    expect(guarded.text).not.toContain(EMAIL);
    expect(JSON.parse(guarded.text).service_metadata).toMatchObject({ attempt: 1 });
    const plain = await post(gateway, dialect, ask("Hello"));
    expect(JSON.parse(plain.text)).not.toHaveProperty("service_metadata");
    const { body } = await gateway.call("GET", `/generation/content?id=${plain.headers.get("x-generation-id")}`);
    expect(body.data.output.completion).toBe(`Write to ${EMAIL} today`);
  });

  test("is estimated from its text without usage", async () => {
    upstream.script({ fault: { alwaysStreams: true, omitUsage: true, replyWords: 50 } });
    const { headers, text } = await post(gateway, dialect, ask("Hello"));
    const record = await recordOf(gateway, headers);
    expect([record.usage_estimated, record.tokens_completion > 40], text).toEqual([true, true]);
  });

  /** Several failures in a row would open the circuit. */
  const closeCircuit = async () => expect((await post(gateway, dialect, ask("Hello"))).status).toBe(200);

  test.each<[string, Fault]>([
    ["is cut off", { cutAfterEvents: 6 }],
    ["ends too early", { endAfterEvents: 6 }],
    ["cannot be read", { malformedAfterEvents: 4 }],
    ["tells an error", { errorAfterEvents: 6 }],
  ])("fails if the stream %s: the next candidate is tried, and nothing is charged", async (_, fault) => {
    const rule = { times: 1, fault: { alwaysStreams: true, replyWords: 30, ...fault } };
    await closeCircuit();
    upstream.script(rule);
    const response = await post(gateway, dialect, ask("Hello", { models: [model, GEMINI] }));
    expect(response.status, response.text).toBe(200);
    const record = await recordOf(gateway, response.headers);
    expect(record.provider_responses.map(({ status }: Event) => status >= 400)).toEqual([true, false]);
    upstream.reset();
    await closeCircuit();
    // An error that the provider reports is retried once.
    upstream.script({ ...rule, times: 2 });
    const alone = await post(gateway, dialect, ask("Hello", { provider: { allow_fallbacks: false } }));
    expect(alone.status).toBeGreaterThanOrEqual(500);
    expect((await recordOf(gateway, alone.headers)).cost_nano_usd).toBe(0);
  });
});

const DONE = "data: [DONE]\n\n";

test("is complete only if all of several choices end", async () => {
  const chunk = (index: number, delta: object, finish_reason: string | null) => ({
    id: "c",
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices: [{ index, delta, finish_reason }],
  });
  const events = [chunk(0, { content: "A" }, null), chunk(0, {}, "stop")];
  const other = [chunk(1, { content: "B" }, null), chunk(1, {}, "stop")];
  const ask = saying("chat", NATIVE.chat, "Hello", { n: 2, provider: { allow_fallbacks: false } });
  const statusOf = async (all: (object | string)[]) => {
    upstream.reset();
    upstream.script({ reply: { events: all, headers: { "content-type": "text/event-stream" } } });
    return post(gateway, "chat", ask);
  };
  expect((await statusOf(events)).status).toBe(502);
  expect((await statusOf([...events, other[0] as object, DONE])).status).toBe(502);
  const { status, text } = await statusOf([...events, ...other, DONE]);
  expect([status, JSON.parse(text).choices.map(({ message }: Event) => message.content)]).toEqual([200, ["A", "B"]]);
});

describe("a provider's own fields are collected too", () => {
  test("in chat: unknown fields, tokens, and usage that is not last", () => {
    const chunk = (delta: object, more: object = {}) => ({
      data: { id: "c", created: 1, model: "m", choices: [{ index: 0, delta, ...more }], usage: null },
    });
    const tokens = (token: string) => ({ logprobs: { content: [{ token }], refusal: null } });
    const events = [
      chunk({ role: "assistant", reasoning_content: "Th", audio: { id: "a", transcript: "He" } }),
      chunk({ reasoning_content: "ink", audio: { transcript: "llo", expires_at: 9 } }),
      chunk({ content: "A" }, tokens("A")),
      chunk({ content: "B", id: "x" }, tokens("B")),
      { data: { id: "c", choices: [{ index: 0, delta: {}, finish_reason: "stop" }], usage: { total_tokens: 3 } } },
      { data: { id: "c", choices: [], usage: null } },
    ];
    expect(dialectOf("chat").collect(events)).toMatchObject({
      usage: { total_tokens: 3 },
      choices: [
        {
          message: {
            content: "AB",
            reasoning_content: "Think",
            audio: { id: "a", transcript: "Hello", expires_at: 9 },
          },
          logprobs: { content: [{ token: "A" }, { token: "B" }], refusal: null },
        },
      ],
    });
  });

  test("in responses: items not repeated at the end", () => {
    const item = { type: "message", id: "m", content: [{ type: "output_text", text: "Hi" }] };
    const events = [
      { data: { type: "response.output_item.done", output_index: 0, item } },
      { data: { type: "response.completed", response: { id: "r", status: "completed", output: [] } } },
    ];
    expect(dialectOf("responses").collect(events)).toMatchObject({ id: "r", output: [item] });
  });
});

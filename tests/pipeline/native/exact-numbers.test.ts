import { beforeAll, describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { parseJsonText } from "#server/json/shallow-json.ts";
import { promptTokens } from "#server/pipeline/budget/prompt-size.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, post, saying, streamOf } from "../calling.ts";
import { EMAIL, emailRule, guardedKeys } from "../guard/guarding.ts";
import {
  argumentsOf,
  asText,
  CLAUDE,
  DIALECTS,
  GEMINI,
  GPT,
  LONG,
  NATIVE,
  OPEN,
  rawJSON,
  VALUES,
  values,
} from "./exact-values.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic", "google", "groq"] });
const keyFor = guardedKeys(gateway);

beforeAll(async () => {
  await gateway.call("PATCH", "/workspaces/default", { is_observability_io_logging_enabled: true });
});

const SCHEMA = { type: "object", properties: { id: { type: "integer", maximum: rawJSON("18446744073709551615") } } };

/** Numbers wherever a native body may contain them; the chat and responses dialects have arguments as text. */
const BODIES: Record<DialectName, object> = {
  messages: {
    max_tokens: 300,
    future: values(),
    future_number: rawJSON(LONG),
    tools: [{ name: "look", input_schema: SCHEMA }],
    messages: [
      { role: "user", content: [{ type: "text", text: `Write to ${EMAIL}`, mark: rawJSON(LONG) }] },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Hm", signature: "" },
          { type: "tool_use", id: "t", name: "look", input: values() },
        ],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "Found" }] },
    ],
  },
  chat: {
    future: values(),
    future_number: rawJSON(LONG),
    tools: [{ type: "function", function: { name: "look", parameters: SCHEMA } }],
    messages: [
      { role: "user", content: `Write to ${EMAIL}`, mark: rawJSON(LONG) },
      {
        role: "assistant",
        tool_calls: [{ id: "t", type: "function", function: { name: "look", arguments: VALUES } }],
      },
      { role: "tool", tool_call_id: "t", content: "Found" },
    ],
  },
  responses: {
    future: values(),
    future_number: rawJSON(LONG),
    tools: [{ type: "function", name: "look", parameters: SCHEMA, strict: false }],
    input: [
      { role: "user", content: `Write to ${EMAIL}`, mark: rawJSON(LONG) },
      { type: "reasoning", id: "rs_gen-1", summary: [] },
      { type: "function_call", call_id: "t", name: "look", arguments: VALUES },
      { type: "function_call_output", call_id: "t", output: "Found" },
    ],
  },
};

/** The only request, as the provider received it. */
function sentBody(): string {
  expect(upstream.requests).toHaveLength(1);
  return String(upstream.requests[0]?.raw);
}

describe.each(DIALECTS)("a native request in %s", (dialect) => {
  const body = { model: NATIVE[dialect], ...BODIES[dialect] };
  const input = dialect === "messages" ? `"input":${VALUES}` : `"arguments":"${asText(VALUES)}"`;

  test.each(["as it is", "redacted", "under a preset", "streamed"])("keeps its numbers: %s", async (way) => {
    if (way === "under a preset") {
      await gateway.call("POST", `/presets/exact-${dialect}/${dialect === "chat" ? "chat/completions" : dialect}`, {
        ...saying(dialect, NATIVE[dialect], "Hi", { temperature: 0.5 }),
      });
    }
    const key = way === "redacted" ? await keyFor(emailRule("redact")) : undefined;
    const more = way === "under a preset" ? { preset: `exact-${dialect}` } : { stream: way === "streamed" };
    const { status, text } = await post(gateway, dialect, { ...body, ...more }, key ? { key } : {});
    expect(status, text).toBe(200);
    const got = sentBody();
    expect(got).toContain(input);
    expect(got).toContain(`"future":${VALUES}`);
    expect(got).toContain(`"future_number":${LONG}`);
    expect(got).toContain(`"mark":${LONG}`);
    expect(got).toContain('"maximum":18446744073709551615');
    expect(got).not.toMatch(/rawJSON|toJSON/);
    expect(got.includes(EMAIL)).toBe(way !== "redacted");
  });

  test("is stored with its exact numbers", async () => {
    const { headers } = await post(gateway, dialect, body);
    const path = `/api/v1/generation/content?id=${headers.get("x-generation-id")}`;
    const options = { headers: { authorization: `Bearer ${gateway.managementKey}` } };
    const kept = await (await fetch(gateway.url + path, options)).text();
    expect(kept).toContain(input);
    expect(kept).toContain(`"future":${VALUES}`);
    expect(kept).not.toMatch(/rawJSON|toJSON/);
  });
});

test.each([
  ["max_tokens", "99999999999999999999", "max_tokens"],
  ["max_tokens", "1e400", "max_tokens"],
  ["top_k", "1234567890123456789", "top_k"],
])("a %s of %s is rejected with its exact value", async (name, number, path) => {
  const asked = saying("messages", CLAUDE, "Hi", { max_tokens: 100, [name]: rawJSON(number) });
  const { status, text } = await post(gateway, "messages", asked);
  expect(status).toBe(400);
  expect(JSON.parse(text).error.message).toMatch(new RegExp(`^Invalid request: ${path}: `));
  expect(text).not.toContain("object");
  expect(upstream.requests).toHaveLength(0);
});

describe("a conversion", () => {
  test.each<[DialectName, string, string]>([
    ["messages", GPT, `"arguments":"${asText(VALUES)}"`],
    ["messages", OPEN, `"arguments":"${asText(VALUES)}"`],
    ["messages", GEMINI, `"args":${VALUES}`],
    ["chat", CLAUDE, `"input":${VALUES}`],
    ["chat", GEMINI, `"args":${VALUES}`],
    ["chat", GPT, `"arguments":"${asText(VALUES)}"`],
    ["responses", CLAUDE, `"input":${VALUES}`],
    ["responses", GEMINI, `"args":${VALUES}`],
    ["responses", OPEN, `"arguments":"${asText(VALUES)}"`],
  ])("from %s to %s keeps the numbers of a tool call", async (dialect, model, input) => {
    const key = await keyFor(emailRule("redact"));
    for (const options of [{}, { key }]) {
      upstream.reset();
      const { status, text } = await post(gateway, dialect, { model, ...BODIES[dialect] }, options);
      expect(status, text).toBe(200);
      expect(sentBody()).toContain(input);
      expect(sentBody()).toContain('"maximum":18446744073709551615');
      expect(sentBody()).not.toMatch(/rawJSON|toJSON/);
    }
  });

  test.each<[DialectName, string]>([
    ["messages", GPT],
    ["messages", OPEN],
    ["chat", CLAUDE],
    ["responses", CLAUDE],
    ["responses", OPEN],
    ["chat", GPT],
    ["messages", GEMINI],
    ["chat", GEMINI],
    ["responses", GEMINI],
  ])("of a response to %s from %s keeps the numbers of a tool call", async (dialect, model) => {
    upstream.script({ answer: { text: "", toolCalls: [{ name: "look", arguments: values() }], finish: "tool" } });
    const asked = saying(dialect, model, "use the tool", { max_tokens: 300 });
    const tools = (BODIES[dialect] as { tools: unknown }).tools;
    const whole = await post(gateway, dialect, { ...asked, tools });
    expect(whole.text).toContain(dialect === "messages" ? `"input":${VALUES}` : `"arguments":"${asText(VALUES)}"`);
    const streamed = await streamOf(gateway, dialect, { ...asked, tools });
    expect(argumentsOf(streamed.events)).toBe(VALUES);
  });
});

describe("a response schema", () => {
  const enumerated = { type: "object", properties: { id: { enum: [rawJSON(LONG)], description: "Which" } } };
  const schema = { ...enumerated, required: ["id"], additionalProperties: false };
  const FORMATS: Record<DialectName, Record<string, unknown>> = {
    chat: { response_format: { type: "json_schema", json_schema: { name: "a", strict: true, schema } } },
    responses: { text: { format: { type: "json_schema", name: "a", strict: true, schema } } },
    messages: { max_tokens: 300, output_config: { format: { type: "json_schema", schema } } },
  };

  test.each(DIALECTS.flatMap((dialect) => [GPT, CLAUDE, GEMINI, OPEN].map((model) => [dialect, model] as const)))(
    "in %s keeps its numbers at %s",
    async (dialect, model) => {
      const { status, text } = await post(gateway, dialect, saying(dialect, model, "Hi", FORMATS[dialect]));
      expect(status, text).toBe(200);
      expect(sentBody()).toContain(`"enum":[${LONG}]`);
      expect(sentBody()).not.toMatch(/rawJSON|toJSON/);
    },
  );
});

describe("a guardrail", () => {
  // The original digits pass the Luhn check; rounded ones would not.
  const CARD = "4111111111111111003";
  const cardRule = { content_filter_builtins: [{ slug: "credit-card", action: "block" }] };
  const asking = (number: string) => ({
    ...saying("messages", CLAUDE, "Hi", { max_tokens: 100 }),
    messages: [
      { role: "user", content: "Hi" },
      { role: "assistant", content: [{ type: "tool_use", id: "t", name: "pay", input: { card: rawJSON(number) } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "Paid" }] },
    ],
  });

  test.each([CARD, "4111111111111111.00000000000000000001", "4.1111111111111110000000001e15"])(
    "reads a number by its digits: %s",
    async (number) => {
      const key = await keyFor(cardRule);
      const { status, text } = await post(gateway, "messages", asking(number), { key });
      expect(status, text).toBe(403);
      expect(upstream.requests).toHaveLength(0);
    },
  );

  test("leaves other numbers exact when it redacts one", async () => {
    const key = await keyFor({ content_filter_builtins: [{ slug: "credit-card", action: "redact" }] });
    const body = asking(CARD);
    const [, turn] = body.messages as [unknown, { content: [{ input: Record<string, unknown> }] }];
    turn.content[0].input.id = rawJSON(LONG);
    const { status, text } = await post(gateway, "messages", body, { key });
    expect(status, text).toBe(200);
    expect(sentBody()).toMatch(new RegExp(`"input":\\{"card":"\\[[A-Z_0-9]+\\]","id":${LONG}\\}`));
  });
});

test("the reservation covers a number's digits", () => {
  const reserved = (number: string) =>
    promptTokens(
      parseJsonText(`{"messages":[{"input":{"n":${number},"list":[${number}]}}]}`) as Body,
      Buffer.byteLength,
    );
  expect(reserved(`1${"7".repeat(7_000)}`) - reserved("1")).toBe(14_000);
});

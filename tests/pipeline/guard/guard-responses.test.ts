import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import {
  type DialectName,
  type Event,
  errorIn,
  looksFinished,
  post,
  recordOf,
  saying,
  streamOf,
  textIn,
  textOf,
} from "../calling.ts";
import { MODELS, pairsOf, toolFor } from "../provider-pairs.ts";
import { EMAIL, emailRule, guardedKeys } from "./guarding.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic", "google", "groq", "perplexity-agent"] });
const keyFor = guardedKeys(gateway);

const PAIRS = pairsOf(MODELS);
const PLACE = { type: "object", properties: { place: { type: "string" } } };

const TEXT = `Write to ${EMAIL} or eve@example.org. 😀 "quoted" and then some.`;
const REDACTED = `Write to [EMAIL_1] or [EMAIL_2]. 😀 "quoted" and then some.`;
const TOOL = { place: "Bern", note: `ask ${EMAIL}\nnow`, "eve@example.org": [4111111111111111, 7, true] };
const OUT = { applies_to: "output" };
const RULES = {
  content_filter_builtins: [
    { slug: "email", action: "redact", ...OUT },
    { slug: "credit-card", action: "redact", ...OUT },
  ],
};

describe.each(PAIRS)("%s at %s", (dialect, provider) => {
  const ask = (more = {}) => saying(dialect, MODELS[provider], "Hello", { provider: { only: [provider] }, ...more });

  test("response text is redacted in every field, streamed and whole", async () => {
    const key = await keyFor(RULES);
    upstream.script({ answer: { text: TEXT, thinking: `Maybe ${EMAIL}?` } });
    const { events, text } = await streamOf(gateway, dialect, ask(), { key });
    expect(text).not.toMatch(/ana\.silva|eve@|example\.(com|org)/);
    expect(textIn(events)).toBe(REDACTED);
    expect(looksFinished(dialect, events)).toBe(true);
    const whole = await post(gateway, dialect, ask(), { key });
    expect(whole.text).not.toMatch(/ana\.silva|eve@/);
    expect(textOf(JSON.parse(whole.text)).replace(/^Maybe .EMAIL_1.\?/, "")).toBe(REDACTED);
  });

  test("a response in a single event of 100 kB is redacted like any other", async () => {
    const key = await keyFor(RULES);
    const filler = "Nothing_of_note_in_here_".repeat(2100);
    upstream.script({ answer: { text: `${filler} ${EMAIL} ${filler}` } });
    const { events, text } = await streamOf(gateway, dialect, ask(), { key });
    expect(text).not.toContain("ana.silva");
    expect(textIn(events)).toBe(`${filler} [EMAIL_1] ${filler}`);
    expect(looksFinished(dialect, events)).toBe(true);
  });

  test("tool arguments are redacted and stay JSON", async () => {
    const key = await keyFor(RULES);
    upstream.script({ answer: { text: "", toolCalls: [{ name: "look", arguments: TOOL }], finish: "tool" } });
    const { text, events } = await streamOf(gateway, dialect, ask({ tools: [toolFor(dialect, "look", PLACE)] }), {
      key,
    });
    const whole = await post(gateway, dialect, ask({ tools: [toolFor(dialect, "look", PLACE)] }), { key });
    for (const one of [text, whole.text]) expect(one).not.toMatch(/ana\.silva|eve@|41111111/);
    const expected = { place: "Bern", note: "ask [EMAIL_1]\nnow", "[EMAIL_2]": ["[CREDIT_CARD_1]", 7, true] };
    expect(argumentsIn(dialect, events)).toEqual(expected);
    expect(argumentsOf(JSON.parse(whole.text))).toEqual(expected);
  });

  test("blocked text never reaches the caller, and the text before it is charged", async () => {
    const key = await keyFor(emailRule("block", OUT));
    upstream.script({ answer: { text: TEXT } });
    const stream = await streamOf(gateway, dialect, ask(), { key });
    expect(stream.text).not.toMatch(/ana\.silva|example/);
    expect(textIn(stream.events)).toBe("Write to ");
    expect(looksFinished(dialect, stream.events)).toBe(false);
    expect(errorIn(stream.events)?.message).toBe('Guardrail "Test" blocked the answer: Email address.');
    const whole = await post(gateway, dialect, ask(), { key });
    expect(whole.status).toBe(403);
    expect(whole.text).not.toMatch(/ana\.silva|example/);
    for (const { headers } of [stream, whole]) {
      const record = await recordOf(gateway, headers);
      expect(record).toMatchObject({ status: 403, model: MODELS[provider], finish_reason: "content_filter" });
      expect(record.cost_nano_usd).toBeGreaterThan(0);
      expect(record.provider_responses).toMatchObject([{ status: 200 }]);
      expect(record.guardrail_findings).toMatchObject([{ rule: "email", action: "block", direction: "output" }]);
    }
  });
});

function argumentsIn(dialect: DialectName, events: Event[]): unknown {
  const pieces = events.map((event) => {
    if (dialect === "responses") return event.type === "response.function_call_arguments.delta" ? event.delta : "";
    if (dialect === "messages") return event.delta?.partial_json ?? "";
    return event.choices?.[0]?.delta?.tool_calls?.[0]?.function?.arguments ?? "";
  });
  return JSON.parse(pieces.join(""));
}

function argumentsOf(reply: Event): unknown {
  const item = reply.output?.find(({ type }: Event) => type === "function_call");
  if (item) return JSON.parse(item.arguments);
  const block = reply.content?.find(({ type }: Event) => type === "tool_use");
  return block ? block.input : JSON.parse(reply.choices[0].message.tool_calls[0].function.arguments);
}

import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { describe, expect, test } from "vitest";
import { chat } from "#server/dialects/chat/chat.ts";
import type { Body, Dialect, DialectEvent } from "#server/dialects/dialect.ts";
import { messages } from "#server/dialects/messages/messages.ts";
import { responses } from "#server/dialects/responses/responses.ts";
import type { Guard } from "#server/guardrails/guard.ts";
import { createStreamGuard } from "#server/pipeline/guard/guard-stream.ts";
import { everySplit, guardOf } from "#tests/guardrails/effective.ts";

const EMAIL = "ana@example.com";
const TEXT = `To ${EMAIL}, or call 4111 1111 1111 1111.`;
const REDACTED = "To [EMAIL_1], or call [CREDIT_CARD_1].";
const JSON_WITH_EMAIL = JSON.stringify({ to: TEXT });

const rules = (action: "redact" | "block" | "flag") => ({
  contentFilterBuiltins: [
    { slug: "email", action },
    { slug: "credit-card", action },
  ],
});

/** The events of a response with reasoning, text and a request, each in pieces. */
function eventsOf(dialect: Dialect, thought: string[], text: string[], json: string[]): DialectEvent[] {
  const context = { id: "gen-1", model: "m", createdAt: 1, request: { thinking: { type: "enabled" } } };
  const encoder = dialect.encoder(context);
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 2 } };
  const parts = [
    { type: "reasoning-start", id: "r" },
    ...thought.map((delta) => ({ type: "reasoning-delta", id: "r", delta })),
    { type: "reasoning-end", id: "r" },
    { type: "text-start", id: "t" },
    ...text.map((delta) => ({ type: "text-delta", id: "t", delta })),
    { type: "text-end", id: "t" },
    { type: "tool-input-start", id: "c", toolName: "mail" },
    ...json.map((delta) => ({ type: "tool-input-delta", id: "c", delta })),
    { type: "tool-input-end", id: "c" },
    { type: "tool-call", toolCallId: "c", toolName: "mail", input: json.join("") },
    { type: "finish", finishReason: { unified: "tool-calls", raw: "tool_calls" }, usage },
  ];
  // Events of one response share objects, as they do in the pipeline.
  return parts.flatMap((part) => encoder.encode(part as unknown as LanguageModelV4StreamPart));
}

function passEvents(dialect: Dialect, guard: Guard, events: DialectEvent[]): DialectEvent[] {
  const stream = createStreamGuard(dialect, guard, () => []);
  if (!stream) return events;
  const out: DialectEvent[] = [];
  for (const event of events) {
    if (stream.isBlocked()) break;
    out.push(...stream.pass(event));
  }
  return out;
}

/** The content of the events, assembled as the dialect does. */
const collected = (dialect: Dialect, events: DialectEvent[]): Body => dialect.collect(structuredClone(events));

describe.each([
  ["responses", responses],
  ["messages", messages],
  ["chat", chat],
] as const)("a stream of the %s dialect", (_name, dialect) => {
  const whole = eventsOf(dialect, [TEXT], [TEXT], [JSON_WITH_EMAIL]);
  const expected = JSON.parse(JSON.stringify(collected(dialect, whole)).replaceAll(TEXT, REDACTED));

  test("releases no text that a rule removes, however it is split", () => {
    for (const pieces of everySplit(TEXT)) {
      for (const events of [
        eventsOf(dialect, pieces, [TEXT], [JSON_WITH_EMAIL]),
        eventsOf(dialect, [TEXT], pieces, [JSON_WITH_EMAIL]),
      ]) {
        const out = passEvents(dialect, guardOf(rules("redact")), events);
        expect(JSON.stringify(out)).not.toMatch(/ana@|4111/);
        expect(collected(dialect, out)).toEqual(expected);
      }
    }
  });

  test("releases no arguments that a rule removes, however they are split", () => {
    for (const pieces of everySplit(JSON_WITH_EMAIL)) {
      const out = passEvents(dialect, guardOf(rules("redact")), eventsOf(dialect, [TEXT], [TEXT], pieces));
      expect(JSON.stringify(out)).not.toMatch(/ana@|4111/);
      expect(collected(dialect, out)).toEqual(expected);
    }
  });

  test("is filtered the same for events of any length", async () => {
    const long = `${"Nothing of note in here. ".repeat(2000)}${TEXT} `.repeat(2);
    const events = eventsOf(dialect, [long], [long], [JSON.stringify({ to: long })]);
    const guard = guardOf(rules("redact"));
    const stream = createStreamGuard(dialect, guard, () => []);
    let turns = 0;
    const count = () => {
      turns += 1;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    const out: DialectEvent[] = [];
    for (const event of events) out.push(...((await stream?.passSlowly(event)) ?? []));
    clearImmediate(timer);
    // Three texts of some 100 kB.
    expect(turns).toBeGreaterThan(30);
    expect(JSON.stringify(out)).not.toMatch(/ana@|4111/);
    expect(collected(dialect, out)).toEqual(collected(dialect, passEvents(dialect, guardOf(rules("redact")), events)));
    expect(guard.findings.list().map(({ count: found }) => found)).toEqual([6, 6]);
    const blocked = createStreamGuard(dialect, guardOf(rules("block")), () => []);
    const before: DialectEvent[] = [];
    for (const event of events) if (!blocked?.isBlocked()) before.push(...((await blocked?.passSlowly(event)) ?? []));
    expect(JSON.stringify(before)).toContain("Nothing of note");
    expect(JSON.stringify(before)).not.toMatch(/ana\b|or call/);
  });

  test("releases neither a blocked finding nor what follows it", () => {
    for (const pieces of everySplit(TEXT)) {
      const out = JSON.stringify(
        passEvents(dialect, guardOf(rules("block")), eventsOf(dialect, ["Hm."], pieces, [JSON_WITH_EMAIL])),
      );
      expect(out).not.toMatch(/ana\b|@|4111|or call|tool_calls"?:\[|finish_reason":"/);
      expect(out).toMatch(/To /);
    }
  });

  test("counts each finding once, however often the dialect repeats it", () => {
    const guard = guardOf(rules("redact"));
    passEvents(dialect, guard, whole);
    expect(guard.findings.list().map(({ rule, count }) => [rule, count])).toEqual([
      ["email", 3],
      ["credit-card", 3],
    ]);
  });

  test("keeps its structure: every event except for its text, in order, with consecutive numbers", () => {
    const out = passEvents(dialect, guardOf(rules("redact")), whole);
    const numbers = out.flatMap(({ data }) => (data as Body).sequence_number ?? []);
    expect(numbers).toEqual(numbers.map((_, index) => index));
    const types = (events: DialectEvent[]) => [...new Set(events.map(({ data }) => (data as Body).type ?? "chunk"))];
    expect(types(out)).toEqual(types(whole));
  });

  test("is not delayed without rules that remove text", () => {
    const flagged = passEvents(dialect, guardOf(rules("flag")), whole);
    expect(flagged).toEqual(whole);
    const input = rules("redact").contentFilterBuiltins.map((rule) => ({ ...rule, applies_to: "input" as const }));
    expect(createStreamGuard(dialect, guardOf({ contentFilterBuiltins: input }), () => [])).toBeUndefined();
  });

  test("ends without the blocked text if it fails after a block", () => {
    const guard = guardOf(rules("block"));
    const stream = createStreamGuard(dialect, guard, () => []);
    const encoder = dialect.encoder({ id: "gen-1", model: "m", createdAt: 1, request: {} });
    const say = (part: object) => encoder.encode(part as LanguageModelV4StreamPart);
    const said = [
      ...say({ type: "text-start", id: "t" }),
      ...say({ type: "text-delta", id: "t", delta: `${TEXT} end` }),
    ];
    const out = [...said, ...encoder.fail({ status: 403, message: "no" })].flatMap(
      (event) => stream?.pass(event) ?? [],
    );
    expect(JSON.stringify(out)).not.toMatch(/ana@|4111/);
    expect(JSON.stringify(out)).toContain('"no"');
  });
});

test("tokens that repeat a response's text are omitted", () => {
  const notes: string[] = [];
  const stream = createStreamGuard(chat, guardOf(rules("redact")), () => notes);
  const logprobs = { content: [{ token: EMAIL, logprob: 0, bytes: null, top_logprobs: [] }] };
  const chunk = { id: "c", choices: [{ index: 0, delta: { content: `${EMAIL} x` }, finish_reason: null, logprobs }] };
  const out = JSON.stringify([...(stream?.pass({ data: chunk }) ?? []), ...(stream?.pass({ data: "[DONE]" }) ?? [])]);
  expect(out).not.toContain("ana@");
  expect(out).toContain("[EMAIL_1] ");
  expect(notes).toEqual(["logprobs: removed (a guardrail reads the response)"]);
});

test.each([
  ["chat", chat, { choices: [{ index: 0, delta: { thoughts: `${EMAIL} ` }, finish_reason: null }] }],
  ["messages", messages, { type: "content_block_delta", index: 0, delta: { type: "new_delta", words: `${EMAIL} ` } }],
  ["responses", responses, { type: "response.new_thing.delta", output_index: 0, delta: `${EMAIL} ` }],
] as const)("%s: an unknown kind of text is treated as text", (_name, dialect, data) => {
  const stream = createStreamGuard(dialect, guardOf(rules("redact")), () => []);
  const out = [...(stream?.pass({ data: structuredClone(data) }) ?? []), ...(stream?.pass({ data: "[DONE]" }) ?? [])];
  expect(JSON.stringify(out)).not.toContain("ana@");
  expect(JSON.stringify(out)).toContain("[EMAIL_1]");
});

test("a repeated text in an event is filtered even if it differs from the first", () => {
  const guard = guardOf(rules("block"));
  const stream = createStreamGuard(chat, guard, () => []);
  const delta = { reasoning: "Hm. ", reasoning_details: [{ type: "reasoning.text", text: `${EMAIL} `, index: 0 }] };
  const out = stream?.pass({ data: { choices: [{ index: 0, delta, finish_reason: null }] } });
  expect(stream?.isBlocked()).toBe(true);
  expect(JSON.stringify(out)).not.toContain("ana@");
  expect(guard.findings.list()).toMatchObject([{ rule: "email", action: "block" }]);
});

/** What a guard that redacts passes on of these events, as JSON. */
function redactedEvents(dialect: Dialect, events: Body[]): string {
  const stream = createStreamGuard(dialect, guardOf(rules("redact")), () => []);
  const all: DialectEvent[] = [...events.map((data) => ({ data })), { data: "[DONE]" }];
  return JSON.stringify(all.flatMap((event) => stream?.pass(event) ?? []));
}

test("the message so far that Perplexity repeats next to each piece is not sent, and its other texts are read", () => {
  const chunk = (content: string, said: string) => ({
    search_results: [{ title: `By ${EMAIL}`, snippet: `Ask ${EMAIL}`, url: "https://a.example/", date: "2026-01-01" }],
    related_questions: [`Who is ${EMAIL}?`],
    choices: [{ index: 0, delta: { content }, message: { role: "assistant", content: said }, finish_reason: null }],
  });
  const out = redactedEvents(chat, [chunk("Ask ana@", "Ask ana@"), chunk("example.com now", `Ask ${EMAIL} now`)]);
  expect(out).not.toContain("ana@");
  expect(out).toContain("Who is [EMAIL_1]?");
  expect(out).toContain("2026-01-01");
});

const place = { output_index: 0, command_index: 0 };
test.each<[string, Body[]]>([
  [
    "a command that prints",
    [
      { type: "response.shell_call_output_content.delta", ...place, delta: { stdout: "To ana@" } },
      { type: "response.shell_call_output_content.delta", ...place, delta: { stdout: "example.com now" } },
      { type: "response.shell_call_output_content.done", ...place, output: [{ stdout: `To ${EMAIL} now` }] },
    ],
  ],
  [
    "a command",
    [
      { type: "response.shell_call_command.delta", ...place, delta: `mail ${EMAIL} now` },
      { type: "response.shell_call_command.done", ...place, command: `mail ${EMAIL} now` },
    ],
  ],
  ["a patch", [{ type: "response.apply_patch_call_operation_diff.done", output_index: 0, diff: `+${EMAIL}` }]],
  [
    "the result of a program",
    [{ type: "response.output_item.done", output_index: 0, item: { type: "program_output", result: `"${EMAIL}"` } }],
  ],
])("OpenAI's own tools are read: %s", (_, events) => {
  const out = redactedEvents(responses, events);
  expect(out).not.toContain("ana@");
  expect(out).toContain("[EMAIL_1]");
});

test("many small events, and less text under costly patterns, end a turn of the event loop", () => {
  const costly = Array.from({ length: 8 }, (_, index) => ({
    pattern: `[a-q][^u-z]{${100 + index}}x`,
    action: "redact" as const,
  }));
  const pausesIn = (fields: object, pieces: string[]) => {
    const stream = createStreamGuard(chat, guardOf(fields), () => []);
    const events = pieces.map((content) => ({ data: { choices: [{ index: 0, delta: { content } }] } }));
    return events.filter((event) => stream?.pass(event) && stream.pause() !== undefined).length;
  };
  expect(pausesIn(rules("redact"), Array(400).fill("a "))).toBeGreaterThanOrEqual(10);
  const long = Array(200).fill("word ".repeat(20));
  expect(pausesIn({ contentFilters: costly }, long)).toBeGreaterThan(2 * pausesIn(rules("redact"), long));
});

import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, type Event, eventsIn, post, recordOf, saying, textIn, textOf } from "../calling.ts";

// Streams that servers of OpenAI's dialect send, and OpenAI does not.

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["groq"] });

const MODEL = "openai/gpt-oss-120b";
const DIALECTS: DialectName[] = ["chat", "messages", "responses"];
const FORMS = DIALECTS.flatMap((dialect) => [[dialect, false] as const, [dialect, true] as const]);
const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };

const chunk = (delta: unknown, more: object = {}, top: object = {}) => ({
  id: "c1",
  object: "chat.completion.chunk",
  created: 1,
  model: "m",
  choices: [{ index: 0, delta, finish_reason: null, ...more }],
  ...top,
});
const end = (reason: string, more: object = {}) => chunk({}, { finish_reason: reason }, { usage, ...more });
const lines = (...events: (object | string)[]) =>
  events.map((event) => `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`).join("");

async function respond(dialect: DialectName, stream: boolean, body: string) {
  upstream.script({ reply: { headers: { "content-type": "text/event-stream" }, body } });
  const request = saying(dialect, MODEL, "Hello", { stream, ...(dialect === "messages" && { max_tokens: 50 }) });
  const response = await post(gateway, dialect, { ...request, provider: { only: ["groq"] } });
  const events = stream && response.status === 200 ? eventsIn(response.text) : [];
  return { ...response, events };
}

const said = ({ text, events }: { text: string; events: Event[] }) =>
  events.length > 0 ? textIn(events) : textOf(JSON.parse(text));

const COMPLETE: [string, string][] = [
  ["null between the events", lines("null", chunk({ content: "Hi" }), "null", end("stop"), "[DONE]")],
  ["null for no choices", lines(chunk({ content: "Hi" }), end("stop"), { ...end("stop"), choices: null }, "[DONE]")],
  [
    "an empty reason until the end, and after it",
    lines(
      chunk({ content: "H" }, { finish_reason: "" }),
      chunk({ content: "i" }, { finish_reason: "" }),
      end("stop"),
      chunk({ content: "" }, { finish_reason: "" }),
      "[DONE]",
    ),
  ],
  ["the usage in the choice", lines(chunk({ content: "Hi" }), chunk({}, { finish_reason: "stop", usage }), "[DONE]")],
  ["no delta at the end", lines(chunk({ content: "Hi" }), chunk(null, { finish_reason: "stop" }, { usage }))],
];

describe.each(COMPLETE)("a stream with %s", (_, body) => {
  test.each(FORMS)("is complete for clients of %s (stream: %s)", async (dialect, stream) => {
    const response = await respond(dialect, stream, body);
    expect(response.status, response.text).toBe(200);
    expect(said(response)).toBe("Hi");
    expect(response.text).not.toContain('"error":{');
    expect(response.events).not.toContain(null);
    const { tokens_prompt, tokens_completion } = await recordOf(gateway, response.headers);
    expect([tokens_prompt, tokens_completion]).toEqual([11, 7]);
  });
});

test.each(FORMS)(
  "a stream that breaks off after an empty reason is cut for %s (stream: %s)",
  async (dialect, stream) => {
    const response = await respond(dialect, stream, lines(chunk({ content: "H" }, { finish_reason: "" })));
    expect(response.status).toBe(stream ? 200 : 502);
    expect(response.text).toMatch(/"(?:error|type)":"?(?:\{|error|response.failed)/);
    expect(response.text).not.toMatch(/message_stop|response\.completed/);
  },
);

test("a response that fills the context is incomplete", async () => {
  const body = lines(chunk({ content: "Hi" }), end("model_context_window_exceeded"), "[DONE]");
  const { text } = await respond("responses", false, body);
  expect(JSON.parse(text)).toMatchObject({ status: "incomplete", incomplete_details: { reason: "max_output_tokens" } });
});

const piece = (id: string | undefined, name: string | undefined, text: string, more: object = {}) => ({
  ...(id !== undefined && { id, type: "function" }),
  function: { ...(name !== undefined && { name }), arguments: text },
  ...more,
});
const calls = (...pieces: object[]) => pieces.map((one) => chunk({ tool_calls: [one] }));

const CALLS: [string, object[]][] = [
  ["whole, without an index", calls(piece("a", "wait", '{"s":1}'), piece("b", "wait", '{"s":2}'))],
  [
    "in pieces, without an index",
    calls(
      piece("a", "wait", ""),
      piece(undefined, undefined, '{"s":'),
      piece(undefined, undefined, "1}"),
      piece("b", "wait", '{"s"'),
      piece("b", undefined, ":2}"),
    ),
  ],
  [
    "that all have the index 0",
    calls(piece("a", "wait", '{"s":1}', { index: 0 }), piece("b", "wait", '{"s":2}', { index: 0 })),
  ],
  [
    "whose id and name are repeated",
    calls(
      piece("a", "wait", '{"s"', { index: 0 }),
      piece("a", "wait", ":1}", { index: 0 }),
      piece("b", "wait", '{"s"', { index: 1 }),
      piece("b", "wait", ":2}", { index: 1 }),
    ),
  ],
];

describe.each(CALLS)("two calls %s", (_, pieces) => {
  test.each(DIALECTS)("are two calls in a whole response of %s", async (dialect) => {
    const { status, text } = await respond(dialect, false, lines(...pieces, end("stop"), "[DONE]"));
    expect(status, text).toBe(200);
    expect(callsIn(JSON.parse(text))).toEqual([
      ["wait", { s: 1 }],
      ["wait", { s: 2 }],
    ]);
  });

  test("are two calls for Google's clients", async () => {
    upstream.script({
      reply: { headers: { "content-type": "text/event-stream" }, body: lines(...pieces, end("stop"), "[DONE]") },
    });
    const response = await fetch(`${gateway.url}/v1beta/models/${MODEL}:streamGenerateContent?alt=sse`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-goog-api-key": gateway.managementKey },
      body: JSON.stringify({ contents: [{ role: "user", parts: [{ text: "Hello" }] }] }),
    });
    const parts = eventsIn(await response.text()).flatMap((event) => event.candidates?.[0]?.content?.parts ?? []);
    expect(parts.flatMap(({ functionCall }) => functionCall?.args ?? [])).toEqual([{ s: 1 }, { s: 2 }]);
  });
});

function callsIn(reply: Event): [string, unknown][] {
  const chat = reply.choices?.[0].message.tool_calls.map(({ function: called }: Event) => called);
  const flat = reply.output?.filter(({ type }: Event) => type === "function_call");
  if (chat ?? flat) return (chat ?? flat).map(({ name, arguments: text }: Event) => [name, JSON.parse(text)]);
  return reply.content.map(({ name, input }: Event) => [name, input]);
}

test.each([false, true])("reasoning that comes only in parts is read (stream: %s)", async (stream) => {
  const details = [{ type: "reasoning.text", id: "r1", format: "other", index: 0, text: "Hm." }];
  const body = lines(chunk({ reasoning_details: details }), chunk({ content: "Hi" }), end("stop"), "[DONE]");
  const { status, text } = await respond("messages", stream, body);
  expect(status, text).toBe(200);
  expect(text).toContain('"thinking":"Hm."');
});

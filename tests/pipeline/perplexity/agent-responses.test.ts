import { describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import {
  type DialectName,
  type Event,
  errorIn,
  eventsIn,
  looksFinished,
  post,
  recordOf,
  saying,
  textIn,
  textOf,
} from "../calling.ts";
import { EMAIL, emailRule, guardedKeys } from "../guard/guarding.ts";
import { droppedIn } from "../native/anthropic-events.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["perplexity-agent"] });
const keyFor = guardedKeys(gateway);

const MODEL = "perplexity/sonar";
const DIALECTS: DialectName[] = ["responses", "messages", "chat"];
const USAGE = { input_tokens: 100, output_tokens: 10, total_tokens: 110 };
const PAGE = { id: 1, url: "https://a.example/x", title: "A", snippet: "On A", date: "2026-01-02", source: "web" };
const OTHER = { id: 2, url: "https://b.example/", title: "B", snippet: "On B", source: "web" };

const message = (text: string, annotations: object[] = []) => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text, annotations }],
});
const response = (output: object[], more: Body = {}) => ({
  id: "resp_1",
  object: "response",
  created_at: 1,
  model: MODEL,
  status: "completed",
  output,
  usage: USAGE,
  ...more,
});
const begun = { type: "response.created", response: response([], { status: "in_progress", usage: undefined }) };
const delta = (text: string) => ({
  type: "response.output_text.delta",
  item_id: "msg_1",
  output_index: 0,
  content_index: 0,
  delta: text,
});

/** Returns a whole and a streamed response of the gateway to the same events of the upstream. */
async function both(dialect: DialectName, events: object[], options: { key?: string } = {}) {
  upstream.script({ reply: { events } });
  const headers = { "x-service-metadata": "enabled", "x-response-events": "openai" };
  const whole = await post(gateway, dialect, saying(dialect, MODEL, "Hi"), { headers, ...options });
  const streamed = await post(gateway, dialect, saying(dialect, MODEL, "Hi", { stream: true }), {
    headers,
    ...options,
  });
  return { whole, streamed, events: eventsIn(streamed.text) };
}

function citationsOf(dialect: DialectName, reply: Event): Event[] {
  if (dialect === "responses") return reply.output.at(-1).content[0].annotations;
  if (dialect === "messages") return reply.content.at(-1).citations;
  return reply.choices[0].message.annotations.map((annotation: Event) => annotation.url_citation);
}

describe.each(DIALECTS)("%s", (dialect) => {
  test("the results of a search are what the text cites, once each", async () => {
    const found = { type: "search_results", queries: ["a"], results: [PAGE, OTHER] };
    const { whole, streamed } = await both(dialect, [
      begun,
      { type: "response.reasoning.started", thought: "Let me look." },
      { type: "response.reasoning.search_results", results: [PAGE], usage: USAGE },
      { type: "response.reasoning.stopped" },
      { type: "response.output_item.done", output_index: 0, item: found },
      delta("One "),
      delta("two[1]"),
      { type: "response.output_item.done", output_index: 1, item: message("One two[1]") },
      { type: "response.completed", response: response([found, message("One two[1]")]) },
    ]);
    expect(whole.status, whole.text).toBe(200);
    const reply = JSON.parse(whole.text);
    expect(textOf(reply)).toContain("One two[1]");
    expect(citationsOf(dialect, reply).map(({ url, title }) => [url, title])).toEqual([
      [PAGE.url, "A"],
      [OTHER.url, "B"],
    ]);
    if (dialect === "messages")
      expect(citationsOf(dialect, reply).map((one) => one.cited_text)).toEqual(["On A", "On B"]);
    for (const { url } of [PAGE, OTHER]) expect(streamed.text).toContain(url);
    expect(textIn(eventsIn(streamed.text))).toBe("One two[1]");
    expect(streamed.text).toContain("Let me look.");
    expect(droppedIn(whole.text)).toEqual([]);
    expect((await recordOf(gateway, whole.headers)).usage_units).toEqual({ input_tokens: 100, output_tokens: 10 });
  });

  test("annotations keep their places", async () => {
    const said = message("Cats", [{ type: "url_citation", url: PAGE.url, title: "A", start_index: 0, end_index: 4 }]);
    const { whole } = await both(dialect, [begun, { type: "response.completed", response: response([said]) }]);
    const [citation] = citationsOf(dialect, JSON.parse(whole.text));
    expect(citation).toMatchObject({ url: PAGE.url, title: "A", ...(dialect !== "messages" && { end_index: 4 }) });
  });

  test("a text that only the last event has is returned, and unknown events and items are not", async () => {
    const odd = { type: "skill_loaded", name: "office" };
    const { whole, events } = await both(dialect, [
      begun,
      { type: "response.skill.loaded", name: "office" },
      { type: "response.completed", response: response([odd, message("Hello")]) },
    ]);
    expect(textOf(JSON.parse(whole.text))).toBe("Hello");
    expect(textIn(events)).toBe("Hello");
    expect(looksFinished(dialect, events)).toBe(true);
    expect(droppedIn(whole.text)).toEqual(["response (skill_loaded): dropped"]);
  });

  test.each([
    [
      "response.failed",
      { type: "response.failed", error: { message: "It broke", type: "internal_error", code: "500" } },
      502,
    ],
    ["response.cancelled", { type: "response.cancelled", response: response([], { status: "cancelled" }) }, 502],
    ["error", { type: "error", error: { message: "It broke", type: "bad_gateway", code: 502 } }, 502],
    [
      "a completed event with a failed response",
      {
        type: "response.completed",
        response: response([], {
          status: "failed",
          error: { message: "It broke", type: "request_rate_limit_exceeded", code: 429 },
        }),
      },
      429,
    ],
    ["nothing", undefined, 502],
  ])("%s before and after content is a failure", async (_, last, status) => {
    const ending = last ? [last] : [];
    const early = await both(dialect, [begun, ...ending]);
    expect([early.whole.status, early.streamed.status]).toEqual([status, status]);
    upstream.reset();
    const late = await both(dialect, [begun, delta("Hello "), ...ending]);
    expect(late.whole.status, late.whole.text).toBe(status);
    expect(late.streamed.status).toBe(200);
    expect(textIn(late.events)).toBe("Hello ");
    expect(looksFinished(dialect, late.events)).toBe(false);
    expect(errorIn(late.events)?.message).toBeTruthy();
    const record = await recordOf(gateway, late.streamed.headers);
    expect(record).toMatchObject({ status, usage_estimated: true });
    expect(record.usage_units.output_tokens).toBeGreaterThan(0);
  });

  test("a response that reaches the limit says so", async () => {
    const cut = { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } };
    const { whole } = await both(dialect, [
      begun,
      delta("Hel"),
      { type: "response.incomplete", response: response([message("Hel")], cut) },
    ]);
    expect(whole.text).toMatch(/"max_output_tokens"|"stop_reason":"max_tokens"|"finish_reason":"length"/);
    expect(textOf(JSON.parse(whole.text))).toBe("Hel");
  });

  test("a whole response where a stream was asked for is read like one, and a failed one is a failure", async () => {
    const headers = { "content-type": "application/json" };
    upstream.script({ times: 1, reply: { headers, body: JSON.stringify(response([message("Hello")])) } });
    const { text } = await post(gateway, dialect, saying(dialect, MODEL, "Hi"));
    expect(textOf(JSON.parse(text))).toBe("Hello");
    const error = { message: "It broke", type: "internal_error" };
    upstream.script({ reply: { headers, body: JSON.stringify(response([], { status: "failed", error })) } });
    const failed = await post(gateway, dialect, saying(dialect, MODEL, "Hi"));
    expect(failed.status).toBeGreaterThanOrEqual(500);
    expect(failed.text).toContain("It broke");
  });

  test("guardrails read texts, thoughts, and the titles and passages of what a text cites", async () => {
    const key = await keyFor(emailRule("redact", { applies_to: "output" }));
    const page = { ...PAGE, title: `By ${EMAIL}`, snippet: `Ask ${EMAIL} now` };
    const { whole, streamed } = await both(
      dialect,
      [
        begun,
        { type: "response.reasoning.started", thought: `Maybe ${EMAIL}? ` },
        { type: "response.reasoning.stopped" },
        { type: "response.output_item.done", output_index: 0, item: { type: "search_results", results: [page] } },
        delta("Write to ana."),
        delta("silva@example.com now"),
        { type: "response.completed", response: response([message(`Write to ${EMAIL} now`)]) },
      ],
      { key },
    );
    for (const { text, status } of [whole, streamed]) {
      expect(status, text).toBe(200);
      expect(text).not.toContain("silva");
      expect(text).toContain("[EMAIL_1]");
    }
  });

  test("guardrails read a request's instructions and the outputs of its tools", async () => {
    const key = await keyFor(emailRule("redact", { applies_to: "input" }));
    const [system, output] = [`Mail ${EMAIL}`, `Found ${EMAIL}`];
    const call = { id: "call_1", type: "function", function: { name: "look", arguments: "{}" } };
    const bodies: Record<DialectName, Body> = {
      responses: {
        instructions: system,
        input: [
          { role: "user", content: "Hi" },
          { type: "function_call", call_id: "call_1", name: "look", arguments: "{}" },
          { type: "function_call_output", call_id: "call_1", output },
        ],
      },
      messages: {
        max_tokens: 99,
        system,
        messages: [
          { role: "user", content: "Hi" },
          { role: "assistant", content: [{ type: "tool_use", id: "call_1", name: "look", input: {} }] },
          { role: "user", content: [{ type: "tool_result", tool_use_id: "call_1", content: output }] },
        ],
      },
      chat: {
        messages: [
          { role: "system", content: system },
          { role: "user", content: "Hi" },
          { role: "assistant", tool_calls: [call] },
          { role: "tool", tool_call_id: "call_1", content: output },
        ],
      },
    };
    const { status, text } = await post(gateway, dialect, { model: MODEL, ...bodies[dialect] }, { key });
    expect(status, text).toBe(200);
    const sent = upstream.requests[0]?.raw.toString() ?? "";
    expect(sent).toContain("Mail [EMAIL_1]");
    expect(sent).toContain("Found [EMAIL_1]");
    expect(sent).not.toContain("silva");
  });
});

test("a stream that is cut off is charged for the searches it has reported", async () => {
  const told = (invocation: number) => ({ ...USAGE, tool_calls_details: { search_web: { invocation } } });
  const searched = (count: number) => ({
    type: "response.reasoning.search_results",
    results: [PAGE],
    usage: told(count),
  });
  const { streamed } = await both("chat", [begun, searched(1), searched(2), delta("Hello ")]);
  const record = await recordOf(gateway, streamed.headers);
  expect(record).toMatchObject({ status: 502, usage_units: { web_searches: 2 }, unpriced_units: [] });
  upstream.reset();
  const completed = { type: "response.completed", response: response([message("Hello")], { usage: told(2) }) };
  const { whole } = await both("chat", [begun, searched(1), searched(2), completed]);
  expect((await recordOf(gateway, whole.headers)).usage_units.web_searches).toBe(2);
});

test.each([
  [
    400,
    "invalid request body",
    { message: 'invalid request body: json: unknown field "x"', type: "invalid_request", code: 400 },
  ],
  [401, "rejected the credential", { message: "Invalid API key", type: "forbidden", code: 401 }],
  [429, "Slow down", { message: "Slow down", type: "request_rate_limit_exceeded", code: 429 }],
  [502, "upstream_structured_output_failed", { message: "upstream_structured_output_failed", code: 502 }],
])("an error with status %i keeps its status and message", async (status, sentence, error) => {
  const headers = { "content-type": "application/json" };
  upstream.script({ reply: { status, headers, body: JSON.stringify({ error }) } });
  const answer = await post(gateway, "responses", saying("responses", MODEL, "Hi"));
  expect(answer.status).toBe(status === 401 ? 502 : status);
  expect(answer.text).toContain(sentence);
});

test("what Perplexity says a request cost stands alongside the charge", async () => {
  const cost = { currency: "USD", input_cost: 0.00003, output_cost: 0.00003, total_cost: 0.00005 };
  const completed = response([message("Hello")], { usage: { ...USAGE, cost } });
  const { whole } = await both("chat", [begun, { type: "response.completed", response: completed }]);
  const record = await recordOf(gateway, whole.headers);
  expect(record).toMatchObject({ cost_nano_usd: 50_000, unpriced_units: [], cost_proof: { holds: true } });
  expect(record.cost_proof).toMatchObject({ reported_nano_usd: 50_000, report_differs: false });
});

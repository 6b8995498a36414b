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
  streamOf,
} from "../calling.ts";

// Providers that serve OpenAI's or Anthropic's dialect sign reasoning themselves, and OpenAI and Anthropic reject it.

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openrouter", "xai", "deepseek", "openai", "anthropic"] });

type Case = { dialect: DialectName; provider: string; model: string; path: string; think: Body };

const THINKING = { thinking: { type: "enabled", budget_tokens: 2000 }, max_tokens: 3000 };
const REASONING = { reasoning: { effort: "low", summary: "auto" }, include: ["reasoning.encrypted_content"] };
const CASES: Case[] = [
  { dialect: "messages", provider: "deepseek", model: "deepseek/deepseek-v4-pro", path: "/anthropic/v1/messages" },
  { dialect: "messages", provider: "openrouter", model: "anthropic/claude-sonnet-4.5", path: "/messages" },
  { dialect: "responses", provider: "openrouter", model: "openai/gpt-5-mini", path: "/responses" },
  { dialect: "responses", provider: "xai", model: "x-ai/grok-4.3", path: "/responses" },
].map((one) => ({ ...one, think: one.dialect === "messages" ? THINKING : REASONING }) as Case);
const names = CASES.map((one): [string, Case] => [`${one.dialect} at ${one.provider}`, one]);

/** What the fake upstream sends as the proof of its reasoning. */
const PROOF = { messages: /^Eq/, responses: /^gAAAAA/, chat: /^$/ };

const RAW = "gAAA+/==";
const STREAMS: Partial<Record<DialectName, string[]>> = {
  messages: [
    'event: message_start\ndata: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","content":[],"model":"d","usage":{"input_tokens":3,"output_tokens":0}}}\n\n',
    'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}\n\n',
    ": a comment\n\n",
    `event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"${RAW}"}}\n\n`,
    `event: content_block_start\ndata: {"type":"content_block_start","index":1,"content_block":{"type":"redacted_thinking","data":"${RAW}"}}\n\n`,
    'event: future_event\ndata: { "type":"future_event",  "n":1.0}\n\n',
    'event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}}\n\n',
    'event: message_stop\ndata: {"type":"message_stop"}\n\n',
  ],
  responses: [
    'data: {"type":"response.created","sequence_number":0,"response":{"id":"r","status":"in_progress","output":[]}}\n\n',
    'data: { "type":"response.future.event",  "sequence_number":1,"x":1.0}\n\n',
    'data: {"type":"response.output_text.delta","sequence_number":2,"item_id":"m","output_index":0,"content_index":0,"delta":"ä€😀"}\n\n',
    `data: {"type":"response.output_item.done","sequence_number":3,"output_index":1,"item":{"type":"reasoning","id":"rs_1","encrypted_content":"${RAW}"}}\n\n`,
    `data: {"type":"response.completed","sequence_number":4,"response":{"id":"r","status":"completed","output":[{"type":"reasoning","id":"rs_1","encrypted_content":"${RAW}"}],"usage":{"input_tokens":3,"output_tokens":2,"total_tokens":5}}}\n\n`,
  ],
};

function ask({ dialect, provider, model, think }: Case, more: Body = {}): Body {
  return saying(dialect, model, "Hello", { provider: { only: [provider] }, ...think, ...more });
}

/** The entries of a response that a client sends back. */
function turnOf(dialect: DialectName, reply: Event): Event[] {
  return dialect === "messages" ? reply.content : reply.output;
}

function proofsIn(dialect: DialectName, entries: Event[]): string[] {
  const [type, field] = dialect === "messages" ? ["thinking", "signature"] : ["reasoning", "encrypted_content"];
  return entries.filter((entry) => entry.type === type).map((entry) => entry[field as string]);
}

/** The whole response that a stream adds up to, as clients collect it. */
function collectEvents(dialect: DialectName, events: Event[]): Event {
  if (dialect === "responses") return events.findLast(({ type }) => type === "response.completed").response;
  const content = events.filter(({ type }) => type === "content_block_start").map((event) => event.content_block);
  for (const { type, index, delta } of events) {
    if (type !== "content_block_delta") continue;
    if (delta.type === "signature_delta") content[index].signature = delta.signature;
    if (delta.type === "thinking_delta") content[index].thinking += delta.thinking;
    if (delta.type === "text_delta") content[index].text += delta.text;
  }
  return { content };
}

async function firstTurn(one: Case, stream: boolean): Promise<Event[]> {
  const { status, text } = await post(gateway, one.dialect, ask(one, { stream }), {
    headers: { "x-response-events": "openai" },
  });
  expect(status, text).toBe(200);
  return turnOf(one.dialect, stream ? collectEvents(one.dialect, eventsIn(text)) : JSON.parse(text));
}

/** Sends a turn back, to this provider and model. */
async function secondTurn(one: Case, turn: Event[]): Promise<{ sent: Event[]; notes: string[] }> {
  const again = { role: "user", content: "Again" };
  const history = one.dialect === "messages" ? [{ role: "assistant", content: turn }] : turn;
  const list = [{ role: "user", content: "Hello" }, ...history, again];
  const field = one.dialect === "messages" ? "messages" : "input";
  const headers = { "x-service-metadata": "enabled" };
  upstream.reset();
  const { status, text } = await post(gateway, one.dialect, ask(one, { [field]: list }), { headers });
  expect(status, text).toBe(200);
  const body = upstream.requests[0]?.body as Event;
  const sent = one.dialect === "messages" ? body.messages.flatMap((message: Event) => message.content) : body.input;
  return { sent, notes: JSON.parse(text).service_metadata.conversion ?? [] };
}

describe.each(names)("%s", (_, one) => {
  const { dialect, provider, path } = one;

  test("the request passes through in its own dialect", async () => {
    const body = ask(one, { future_field: { deep: 1.5 } });
    const { status, headers } = await post(gateway, dialect, body);
    expect(status).toBe(200);
    const [request] = upstream.requests;
    expect(request?.path).toMatch(new RegExp(`^/${provider}/.*${path.slice(1)}$`));
    expect(request?.headers.authorization).toBe(`Bearer key-of-${provider}`);
    expect(request?.body).toMatchObject({ future_field: { deep: 1.5 } });
    expect(request?.body).not.toHaveProperty("provider");
    if (dialect === "responses") expect(request?.body).toMatchObject({ store: false });
    const record = await recordOf(gateway, headers);
    expect(record).toMatchObject({ status: 200, usage_estimated: false, tokens_prompt: 2 });
  });

  test.each([false, true])(
    "its reasoning is sealed and sent back only to it as it came (stream %s)",
    async (stream) => {
      const turn = await firstTurn(one, stream);
      const [seal] = proofsIn(dialect, turn);
      expect(seal).toContain(provider);
      expect(seal).not.toMatch(PROOF[dialect]);
      const back = await secondTurn(one, turn);
      const [own] = proofsIn(dialect, back.sent);
      expect(own).toMatch(PROOF[dialect]);
      expect(back.notes).toEqual([]);
      const owner =
        dialect === "messages"
          ? { ...one, provider: "anthropic", model: "anthropic/claude-sonnet-4.5" }
          : { ...one, provider: "openai", model: "openai/gpt-5-mini" };
      const foreign = await secondTurn(owner, turn);
      expect(proofsIn(dialect, foreign.sent)).toEqual([]);
      expect(foreign.notes).toContainEqual(expect.stringContaining("dropped (another provider's reasoning)"));
    },
  );

  test("reasoning of the dialect's own provider does not reach it", async () => {
    const turn =
      dialect === "messages"
        ? [
            { type: "thinking", thinking: "Hm.", signature: "EqQB" },
            { type: "redacted_thinking", data: "EmwK" },
            { type: "text", text: "Hi" },
          ]
        : [
            { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAAAA" },
            { role: "assistant", content: "Hi" },
          ];
    const { sent, notes } = await secondTurn(one, turn);
    expect(proofsIn(dialect, sent)).toEqual([]);
    expect(JSON.stringify(sent)).not.toContain("EmwK");
    expect(notes).toHaveLength(turn.length - 1);
  });

  test("reasoning that nobody signed is kept, since some models require it back", async () => {
    const unsigned =
      dialect === "messages"
        ? { type: "thinking", thinking: "Hm.", signature: "" }
        : { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "Hm." }] };
    const text = dialect === "messages" ? { type: "text", text: "Hi" } : { role: "assistant", content: "Hi" };
    const { sent, notes } = await secondTurn(one, [unsigned, text]);
    expect(sent).toContainEqual(unsigned);
    expect(notes).toEqual([]);
  });

  test.runIf(one.dialect === "messages")(
    "thinking that the gateway has marked as unsigned is sent unsigned",
    async () => {
      const marked = { type: "thinking", thinking: "Hm.", signature: "sb1.unsigned" };
      const { sent, notes } = await secondTurn(one, [marked, { type: "text", text: "Hi" }]);
      expect(sent).toContainEqual({ ...marked, signature: "" });
      expect(notes).toEqual([]);
    },
  );

  test("only what has a proof changes in a stream", async () => {
    const events = STREAMS[dialect] ?? [];
    upstream.script({ reply: { events } });
    const { text } = await streamOf(gateway, dialect, ask(one), { headers: { "x-response-events": "openai" } });
    expect(text).not.toContain(`"${RAW}"`);
    const own = Buffer.from(RAW).toString("base64url");
    const unsealed = text
      .replaceAll(`sealed:${provider}:${RAW}`, RAW)
      .replaceAll(`sb1.${provider}.signature=${own}`, RAW);
    // The first and the last event of a messages stream also get the fields that we promise.
    const passed = dialect === "messages" ? events.slice(1, -2) : events;
    expect(unsealed).toContain(passed.join(""));
  });

  test("a cut stream is a failure, charged for what was delivered", async () => {
    upstream.script({ fault: { replyWords: 40, cutAfterEvents: 12 } });
    const answer = await streamOf(gateway, dialect, ask(one));
    expect(answer.status).toBe(200);
    expect(looksFinished(dialect, answer.events)).toBe(false);
    expect(errorIn(answer.events)?.message).toBeTruthy();
    const record = await recordOf(gateway, answer.headers);
    expect(record).toMatchObject({ status: 502, finish_reason: "error", usage_estimated: true });
    expect(record.cost_nano_usd).toBeGreaterThan(0);
  });

  test.each([429, 503])("a %i keeps its status and the caller's envelope", async (status) => {
    upstream.script({ fault: { status } });
    const answer = await post(gateway, dialect, ask(one));
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({ type: "error", error: { code: status } });
  });
});

test.each([
  ["openrouter", "openai/gpt-5-mini", true],
  ["openai", "openai/gpt-5-mini", false],
  ["xai", "x-ai/grok-4.3", false],
])("reasoning details of another provider in a chat reach %s: %s %s", async (provider, model, isSent) => {
  const details = [{ type: "reasoning.encrypted", data: "CiQB", format: "google-gemini-v1", index: 0 }];
  const turn = { role: "assistant", content: "Hi", reasoning: "Hm.", reasoning_details: details };
  const [first, last] = ["Hello", "Again"].map((content) => ({ role: "user", content }));
  const body = { model, messages: [first, turn, last], provider: { only: [provider] } };
  const { text } = await post(gateway, "chat", body, { headers: { "x-service-metadata": "enabled" } });
  const sent = isSent ? turn : { role: "assistant", content: "Hi" };
  expect(upstream.requests[0]?.body).toHaveProperty("messages", [first, sent, last]);
  const note = "messages[1].reasoning_details: dropped (another provider's reasoning)";
  expect(JSON.parse(text).service_metadata.conversion ?? []).toEqual(isSent ? [] : [note]);
});

test.each([
  ["openrouter", "openai/gpt-5-mini", true],
  ["openai", "openai/gpt-5-mini", false],
  ["xai", "x-ai/grok-4.3", false],
])("Google's signature of a call in a chat reaches %s: %s %s", async (provider, model, isSent) => {
  const call = { id: "call_1", type: "function", function: { name: "now", arguments: "{}" } };
  const signed = { ...call, extra_content: { google: { thought_signature: "CiQB" } } };
  const turn = { role: "assistant", content: null, tool_calls: [signed] };
  const [first, last] = [
    { role: "user", content: "Hello" },
    { role: "tool", tool_call_id: "call_1", content: "12:00" },
  ];
  const body = { model, messages: [first, turn, last], provider: { only: [provider] } };
  const { text } = await post(gateway, "chat", body, { headers: { "x-service-metadata": "enabled" } });
  const sent = { ...turn, tool_calls: [isSent ? signed : call] };
  expect(upstream.requests[0]?.body).toHaveProperty("messages", [first, sent, last]);
  const note = "messages[1].tool_calls[0].extra_content: dropped (another provider's reasoning)";
  expect(JSON.parse(text).service_metadata.conversion ?? []).toEqual(isSent ? [] : [note]);
});

test("a messages stream may report a failure without a type", async () => {
  const error = { message: "The server is overloaded", type: "overloaded_error", code: 529 };
  upstream.script({
    reply: {
      events: [
        'event: message_start\ndata: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","content":[],"model":"d","usage":{"input_tokens":3,"output_tokens":0}}}\n\n',
        'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"Hi"}}\n\n',
        `data: ${JSON.stringify({ error })}\n\n`,
      ],
    },
  });
  const response = await streamOf(gateway, "messages", ask(CASES[0] as Case));
  expect(response.text).toContain(`event: error\ndata: {"error":{"message":"The server is overloaded"`);
  expect(await recordOf(gateway, response.headers)).toMatchObject({ status: 529, finish_reason: "error" });
});

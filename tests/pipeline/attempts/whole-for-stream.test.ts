import { describe, expect, test } from "vitest";
import { dialectOf } from "#tests/support/dialect-of.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import {
  type DialectName,
  type Event,
  looksFinished,
  post,
  recordOf,
  textOf as replyText,
  saying,
  streamOf,
  textIn,
} from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic", "google", "groq", "together"] });

const GPT = "openai/gpt-5-mini";
const CLAUDE = "anthropic/claude-sonnet-4.5";
const GEMINI = "google/gemini-2.5-flash";
const OPEN = "openai/gpt-oss-120b";
const DIALECTS: DialectName[] = ["chat", "messages", "responses"];
const PAIRS = DIALECTS.flatMap((dialect) => [GPT, CLAUDE, GEMINI, OPEN].map((model) => [dialect, model] as const));

const COUNTED = ["tokens_prompt", "tokens_completion", "cost_nano_usd", "usage_estimated", "status", "usage_units"];

function countsOf(record: Event) {
  return Object.fromEntries(COUNTED.map((key) => [key, record[key]]));
}

describe.each(PAIRS)("%s of %s whose upstream sends a requested stream as a whole response", (dialect, model) => {
  test("gets a stream with the same content and usage", async () => {
    const asked = (text: string) => streamOf(gateway, dialect, saying(dialect, model, text, { max_tokens: 300 }));
    const streamed = await asked("Hello ä€😀");
    upstream.script({ fault: { ignoresStream: true } });
    const whole = await asked("Hello ä€😀");
    const unstreamed = await post(gateway, dialect, saying(dialect, model, "Hello ä€😀", { max_tokens: 300 }));
    expect(replyText(JSON.parse(unstreamed.text))).toBe(textIn(streamed.events));
    expect(whole.status, whole.text).toBe(200);
    expect(textIn(whole.events)).toBe(textIn(streamed.events));
    expect(looksFinished(dialect, whole.events)).toBe(true);
    expect(countsOf(await recordOf(gateway, whole.headers))).toEqual(
      countsOf(await recordOf(gateway, streamed.headers)),
    );
  });
});

test("a provider's other response format is handled like the usual one", async () => {
  upstream.script({ fault: { ignoresStream: true } });
  const body = saying("messages", "openai/gpt-4o-mini", "Hello", { max_tokens: 300, stop_sequences: ["X"] });
  for (const stream of [true, false]) {
    const { status, text } = await post(gateway, "messages", { ...body, stream });
    expect(status, text).toBe(200);
    expect(text).toContain("You said: Hello");
  }
  expect(upstream.requests.map(({ path }) => path.split("/").at(-1))).toEqual(["completions", "completions"]);
});

/** Responses of native upstreams with everything that a stream could lose. */
const REPLIES: Record<DialectName, { model: string; reply: Event }> = {
  chat: {
    model: OPEN,
    reply: {
      id: "c",
      object: "chat.completion",
      created: 7,
      model: "m",
      service_tier: "default",
      choices: [
        {
          index: 0,
          message: {
            role: "assistant",
            content: "Hi ä€😀",
            reasoning: "Hm",
            refusal: null,
            tool_calls: [{ id: "t", type: "function", function: { name: "look", arguments: '{"at":1}' } }],
            annotations: [{ type: "url_citation", url_citation: { url: "https://a.example", title: "A" } }],
            images: [{ type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } }],
          },
          finish_reason: "tool_calls",
          native_finish_reason: "tool",
          logprobs: null,
        },
      ],
      usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
    },
  },
  messages: {
    model: CLAUDE,
    reply: {
      id: "m",
      type: "message",
      role: "assistant",
      model: "c",
      content: [
        { type: "thinking", thinking: "Hm", signature: "EqQ=" },
        { type: "server_tool_use", id: "s", name: "web_search", input: { query: "hi" } },
        { type: "web_search_tool_result", tool_use_id: "s", content: [] },
        { type: "text", text: "Hi ä€😀", citations: [{ type: "char_location", cited_text: "x", document_index: 0 }] },
        { type: "future_block", n: { deep: 1 } },
        { type: "tool_use", id: "t", name: "look", input: { at: 1 } },
      ],
      stop_reason: "tool_use",
      stop_sequence: null,
      container: { id: "box", expires_at: "2026-01-01T00:00:00Z" },
      usage: {
        input_tokens: 3,
        cache_read_input_tokens: 1,
        output_tokens: 2,
        server_tool_use: { web_search_requests: 1 },
      },
    },
  },
  responses: {
    model: GPT,
    reply: {
      id: "r",
      object: "response",
      created_at: 7,
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
      model: "g",
      output: [
        { type: "reasoning", id: "rs", summary: [{ type: "summary_text", text: "Hm" }], encrypted_content: "gAAA" },
        { type: "future_item", id: "f", n: 1 },
        {
          type: "message",
          id: "msg",
          role: "assistant",
          status: "completed",
          content: [
            {
              type: "output_text",
              text: "Hi ä€😀",
              annotations: [
                { type: "url_citation", url: "https://a.example", title: "A", start_index: 0, end_index: 2 },
              ],
              logprobs: [],
            },
          ],
        },
        { type: "function_call", id: "fc", call_id: "t", name: "look", arguments: '{"at', status: "incomplete" },
      ],
      usage: { input_tokens: 3, output_tokens: 2, total_tokens: 5 },
    },
  },
};

describe.each(DIALECTS)("a native whole response in %s", (dialect) => {
  const { model, reply } = REPLIES[dialect];
  const headers = { "content-type": "application/json; charset=utf-8" };
  const body = saying(dialect, model, "Hello");
  const style = { headers: { "x-response-events": "openai" } };

  test("keeps everything as a stream, with exact usage", async () => {
    upstream.script({ reply: { body: JSON.stringify(reply), headers } });
    const { status, events, text, headers: got } = await streamOf(gateway, dialect, body, style);
    expect(status, text).toBe(200);
    const { system_fingerprint: _, ...collected } = dialectOf(dialect).collect(events.map((data) => ({ data })));
    expect(collected).toMatchObject({ ...reply, model: body.model });
    expect(await recordOf(gateway, got)).toMatchObject({
      usage_estimated: false,
      tokens_completion: 2,
      streamed: true,
    });
  });

  test("has its routing metadata", async () => {
    upstream.script({ reply: { body: JSON.stringify(reply), headers } });
    const { text } = await streamOf(gateway, dialect, body, { headers: { "x-service-metadata": "enabled" } });
    expect(text).toContain('"service_metadata":{');
  });

  test("is a failure if it is cut off, and the next candidate is tried", async () => {
    upstream.script({ reply: { body: JSON.stringify(reply).slice(0, -20), headers }, times: 1 });
    const answer = await post(gateway, dialect, { ...body, stream: true, models: [model, GEMINI] });
    expect(answer.status, answer.text).toBe(200);
    const { provider_responses: attempts } = await recordOf(gateway, answer.headers);
    expect(attempts.map(({ status }: Event) => status)).toEqual([502, 200]);
  });
});

// Each converted.
test.each<[DialectName, string, object]>([
  ["messages", OPEN, { error: { message: "slow down", code: 429 } }],
  ["chat", CLAUDE, { type: "error", error: { type: "rate_limit_error", message: "slow down" } }],
  ["chat", GEMINI, { error: { code: 429, message: "slow down", status: "RESOURCE_EXHAUSTED" } }],
])("%s of %s: an error in JSON keeps its status and message", async (dialect, model, body) => {
  upstream.script({ reply: { body: JSON.stringify(body), headers: { "content-type": "application/json" } } });
  const { status, text } = await post(gateway, dialect, saying(dialect, model, "Hello", { stream: true }));
  expect([status, JSON.parse(text).error.message]).toEqual([429, "Provider returned error: slow down"]);
});

test.each<[DialectName, string]>([
  ["chat", OPEN],
  ["messages", CLAUDE],
  ["responses", GPT],
  ["messages", OPEN],
])("%s of %s: guardrails read a response that arrives whole", async (dialect, model) => {
  const rules = { content_filter_builtins: [{ slug: "email", action: "redact" }] };
  const made = await gateway.call("POST", "/guardrails", { name: `mail ${dialect} ${model}`, ...rules });
  const key = await gateway.call("POST", "/keys", { name: "guarded" });
  const hashes = { key_hashes: [key.body.data.hash] };
  await gateway.call("POST", `/guardrails/${made.body.data.id}/assignments/keys`, hashes);
  upstream.script({ fault: { ignoresStream: true }, answer: { text: "Write to cat@example.org today" } });
  const response = await streamOf(gateway, dialect, saying(dialect, model, "Hello"), { key: key.body.key });
  expect(response.status, response.text).toBe(200);
  expect(response.text).not.toContain("cat@example.org");
  expect(textIn(response.events)).toMatch(/^Write to \[EMAIL.*\] today$/);
  expect(looksFinished(dialect, response.events)).toBe(true);
});

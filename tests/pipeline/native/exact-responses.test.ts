import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, post, saying, streamOf } from "../calling.ts";
import { EMAIL, emailRule, guardedKeys } from "../guard/guarding.ts";
import { argumentsOf, asText, DIALECTS, LONG, NATIVE, VALUES } from "./exact-values.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic", "groq"] });
const keyFor = guardedKeys(gateway);

const JSON_TYPE = { "content-type": "application/json" };

/** Whole native responses with numbers in a value and in an unknown field. */
const REPLIES: Record<DialectName, string> = {
  messages: `{"id":"m","type":"message","role":"assistant","model":"c","future_number":${LONG},"content":[{"type":"text","text":"Ask ${EMAIL}"},{"type":"tool_use","id":"t","name":"look","input":${VALUES},"future":${VALUES}}],"stop_reason":"tool_use","usage":{"input_tokens":3,"output_tokens":2}}`,
  chat: `{"id":"c","object":"chat.completion","created":7,"model":"m","future_number":${LONG},"choices":[{"index":0,"message":{"role":"assistant","content":"Ask ${EMAIL}","future":${VALUES},"tool_calls":[{"id":"t","type":"function","function":{"name":"look","arguments":"${asText(VALUES)}"}}]},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}}`,
  responses: `{"id":"r","object":"response","created_at":7,"status":"completed","model":"g","future_number":${LONG},"output":[{"type":"message","id":"msg","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Ask ${EMAIL}","annotations":[]}]},{"type":"function_call","id":"fc","call_id":"t","name":"look","arguments":"${asText(VALUES)}","status":"completed","future":${VALUES}}],"usage":{"input_tokens":3,"output_tokens":2,"total_tokens":5}}`,
};

describe.each(DIALECTS)("a native response in %s", (dialect) => {
  const said = dialect === "messages" ? `"input":${VALUES}` : `"arguments":"${asText(VALUES)}"`;
  const body = saying(dialect, NATIVE[dialect], "Hello", { max_tokens: 300 });
  const ways: [string, { headers?: Record<string, string> }][] = [
    ["redacted", {}],
    ["with its routing metadata", { headers: { "x-service-metadata": "enabled" } }],
    ["to the AI SDK", { headers: { "user-agent": "ai-sdk/openai/3.0.0" } }],
  ];

  test.each(ways)("keeps its numbers when whole: %s", async (way, options) => {
    const key = way === "redacted" ? { key: await keyFor(emailRule("redact")) } : {};
    upstream.script({ reply: { body: REPLIES[dialect], headers: JSON_TYPE } });
    const { status, text } = await post(gateway, dialect, body, { ...options, ...key });
    expect(status, text).toBe(200);
    for (const part of [said, `"future":${VALUES}`, `"future_number":${LONG}`]) expect(text).toContain(part);
    expect(text).not.toMatch(/rawJSON|toJSON/);
    expect(text.includes(EMAIL)).toBe(way !== "redacted");
    expect(text.includes('"service_metadata":{')).toBe(way === "with its routing metadata");
  });

  test.each(ways)("keeps its numbers when a whole response is streamed: %s", async (way, options) => {
    const key = way === "redacted" ? { key: await keyFor(emailRule("redact")) } : {};
    upstream.script({ reply: { body: REPLIES[dialect], headers: JSON_TYPE } });
    const { status, text, events } = await streamOf(gateway, dialect, body, { ...options, ...key });
    expect(status, text).toBe(200);
    expect(argumentsOf(events)).toBe(VALUES);
    for (const part of [`"future":${VALUES}`, `"future_number":${LONG}`]) expect(text).toContain(part);
    expect(text).not.toMatch(/rawJSON|toJSON/);
  });
});

/** The events of native streams with numbers in unknown fields of the first and the last event. */
const STREAMS: Record<DialectName, string[]> = {
  messages: [
    `{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"c","content":[],"usage":{"input_tokens":3,"output_tokens":0}},"future_number":${LONG}}`,
    `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"look","input":${VALUES}}}`,
    `{"type":"content_block_stop","index":0}`,
    `{"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":2}}`,
    `{"type":"message_stop","future":${VALUES}}`,
  ],
  chat: [
    `{"id":"c","object":"chat.completion.chunk","created":7,"model":"m","future_number":${LONG},"choices":[{"index":0,"delta":{"role":"assistant","content":"Hi","future":${VALUES}},"finish_reason":null}]}`,
    `{"id":"c","object":"chat.completion.chunk","created":7,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"future":${VALUES}}`,
    `{"id":"c","object":"chat.completion.chunk","created":7,"model":"m","choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}}`,
    "[DONE]",
  ],
  responses: [
    `{"type":"response.created","sequence_number":0,"response":{"id":"r","object":"response","status":"in_progress","output":[],"tools":[${VALUES}]},"future_number":${LONG}}`,
    `{"type":"response.output_item.added","sequence_number":1,"output_index":0,"item":{"type":"message","id":"msg","role":"assistant","status":"in_progress","content":[]}}`,
    `{"type":"response.output_text.delta","sequence_number":2,"item_id":"msg","output_index":0,"content_index":0,"delta":"Hi"}`,
    `{"type":"response.completed","sequence_number":3,"response":{"id":"r","object":"response","status":"completed","output":[],"tools":[${VALUES}],"usage":{"input_tokens":3,"output_tokens":2,"total_tokens":5}}}`,
  ],
};

/** The events up to the first content; later failures are reported in the stream. */
const FIRST_CONTENT: Record<DialectName, number> = { messages: 2, chat: 1, responses: 3 };

describe.each(DIALECTS)("a native stream in %s", (dialect) => {
  const body = saying(dialect, NATIVE[dialect], "Hello", { max_tokens: 300 });
  const ways: [string, Record<string, string>][] = [
    ["under rules", { "x-response-events": "openai" }],
    ["with its routing metadata", { "x-response-events": "openai", "x-service-metadata": "enabled" }],
    ["in the specification's style", { "x-response-events": "all" }],
  ];

  test.each(ways)("keeps its numbers: %s", async (way, headers) => {
    const key = way === "under rules" ? { key: await keyFor(emailRule("redact")) } : {};
    // All in one write, so that changing one event rewrites the others.
    const text = STREAMS[dialect].map((data) => `data: ${data}\n\n`).join("");
    upstream.script({ reply: { body: text, headers: { "content-type": "text/event-stream" } } });
    const response = await streamOf(gateway, dialect, body, { headers, ...key });
    expect(response.status, response.text).toBe(200);
    expect(response.text).toContain(`"future_number":${LONG}`);
    expect(response.text.split(VALUES).length).toBeGreaterThanOrEqual(3);
    expect(response.text).not.toMatch(/rawJSON|toJSON/);
    expect(response.text.includes('"service_metadata":{')).toBe(way === "with its routing metadata");
  });

  const failingAfter = (count: number) => {
    const error = '{"type":"error","error":{"type":"overloaded_error","message":"too much","code":529}}';
    const text = [...STREAMS[dialect].slice(0, count), error].map((data) => `data: ${data}\n\n`).join("");
    upstream.script({ reply: { body: text, headers: { "content-type": "text/event-stream" } } });
    const options = { headers: { "x-response-events": "openai" } };
    return streamOf(gateway, dialect, { ...body, provider: { allow_fallbacks: false } }, options);
  };

  test("keeps its numbers before an error event", async () => {
    const { status, text } = await failingAfter(FIRST_CONTENT[dialect]);
    expect(status, text).toBe(200);
    for (const part of [LONG, VALUES, "too much"]) expect(text).toContain(part);
  });

  test("becomes a status if the error precedes its first content", async () => {
    const { status, text } = await failingAfter(FIRST_CONTENT[dialect] - 1);
    expect([status, JSON.parse(text).error.code]).toEqual([529, 529]);
    expect(text).toContain("too much");
    expect(text).not.toContain(LONG);
  });
});

import { describe, expect, test } from "vitest";
import { messages } from "#server/dialects/messages/messages.ts";
import { HttpError, UpstreamError } from "#server/errors.ts";
import { call, encode, find, finish, type Part, shape, text } from "./messages-parts.ts";

describe("the order of events", () => {
  test("a text response has a start, deltas, an end, and a stop reason", () => {
    expect(shape(encode([{ type: "stream-start", warnings: [] }, ...text("0", "Hel", "lo"), finish()]))).toEqual([
      "message_start",
      "content_block_start 0",
      "content_block_delta 0",
      "content_block_delta 0",
      "content_block_stop 0",
      "message_delta",
      "message_stop",
    ]);
  });

  test("nothing is sent before the first content", () => {
    const quiet: Part[] = [
      { type: "stream-start", warnings: [] },
      { type: "response-metadata", id: "up-1" },
      { type: "text-start", id: "0" },
      { type: "text-delta", id: "0", delta: "" },
    ];
    expect(encode(quiet)).toEqual([]);
  });

  test("blocks never overlap on the wire, even if their parts do", () => {
    const parts: Part[] = [
      { type: "text-start", id: "t" },
      { type: "text-delta", id: "t", delta: "Look:" },
      { type: "tool-input-start", id: "a", toolName: "one" },
      { type: "tool-input-delta", id: "a", delta: '{"x":' },
      { type: "tool-input-start", id: "b", toolName: "two" },
      { type: "tool-input-delta", id: "b", delta: '{"y":2}' },
      { type: "tool-input-delta", id: "a", delta: "1}" },
      { type: "tool-input-end", id: "b" },
      { type: "tool-input-end", id: "a" },
      { type: "text-end", id: "t" },
      finish("tool-calls"),
    ];
    const events = encode(parts);
    expect(shape(events).slice(1, -2)).toEqual([
      ...["content_block_start 0", "content_block_delta 0", "content_block_stop 0"],
      ...["content_block_start 1", "content_block_delta 1", "content_block_delta 1", "content_block_stop 1"],
      ...["content_block_start 2", "content_block_delta 2", "content_block_stop 2"],
    ]);
    expect(messages.collect(events).content).toEqual([
      { type: "text", text: "Look:" },
      { type: "tool_use", id: "a", name: "one", input: { x: 1 } },
      { type: "tool_use", id: "b", name: "two", input: { y: 2 } },
    ]);
  });

  test("text after a tool call gets its own block", () => {
    const parts: Part[] = [
      { type: "text-start", id: "t" },
      { type: "text-delta", id: "t", delta: "before" },
      ...call("a", "one", "{}"),
      { type: "text-delta", id: "t", delta: "after" },
      { type: "text-end", id: "t" },
      finish(),
    ];
    expect(messages.collect(encode(parts)).content).toMatchObject([{ text: "before" }, { id: "a" }, { text: "after" }]);
  });

  test("open blocks are stopped before the end", () => {
    const events = encode([{ type: "tool-input-start", id: "a", toolName: "one" }, finish("length")]);
    expect(shape(events)).toEqual([
      "message_start",
      "content_block_start 0",
      "content_block_stop 0",
      "message_delta",
      "message_stop",
    ]);
  });

  test("a ping is passed on and opens no block", () => {
    expect(encode([{ type: "ping" }])).toEqual([{ event: "ping", data: { type: "ping" } }]);
  });
});

describe("fields that clients require", () => {
  const events = encode([...text("0", "hi"), ...call("a", "one", '{"x"', ":1}"), finish("tool-calls")]);

  test("every event has its name, and there is no [DONE]", () => {
    for (const { event, data } of events) expect(data).toMatchObject({ type: event });
    expect(events.at(-1)?.event).toBe("message_stop");
  });

  test("message_start contains an empty response with usage", () => {
    expect(events[0]?.data).toEqual({
      type: "message_start",
      message: {
        id: "gen-1",
        type: "message",
        role: "assistant",
        model: "a/b",
        content: [],
        stop_reason: null,
        stop_sequence: null,
        stop_details: null,
        container: null,
        context_management: null,
        provider: null,
        usage: {
          input_tokens: 0,
          cache_creation_input_tokens: 0,
          cache_read_input_tokens: 0,
          output_tokens: 0,
          cache_creation: null,
          inference_geo: null,
          output_tokens_details: null,
          server_tool_use: null,
          service_tier: null,
        },
      },
    });
  });

  test("message_delta contains the whole usage, with cached input separate", () => {
    expect(find(events, "message_delta")[0]?.usage).toEqual({
      input_tokens: 40,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 60,
      output_tokens: 20,
      output_tokens_details: { thinking_tokens: 8 },
    });
  });

  test("a tool call starts with an empty input and continues with JSON pieces", () => {
    const [, start] = find(events, "content_block_start");
    expect(start?.content_block).toEqual({ type: "tool_use", id: "a", name: "one", input: {} });
    const pieces = find(events, "content_block_delta").filter(({ index }) => index === 1);
    expect(pieces.map(({ delta }) => delta)).toEqual([
      { type: "input_json_delta", partial_json: '{"x"' },
      { type: "input_json_delta", partial_json: ":1}" },
    ]);
  });

  test("citations are never null, neither in events nor in the response", () => {
    expect(JSON.stringify(events)).not.toContain('"citations":null');
    expect(JSON.stringify(messages.collect(events))).not.toContain('"citations":null');
    const native = [
      { data: { type: "content_block_start", index: 0, content_block: { type: "text", text: "", citations: null } } },
    ];
    expect(messages.collect(native).content).toEqual([{ type: "text", text: "" }]);
  });

  test("the trailer is sent with the last event", () => {
    const trailed = encode([finish()], { trailer: () => ({ service_metadata: { attempt: 1 } }) });
    expect(trailed.at(-1)?.data).toEqual({ type: "message_stop", service_metadata: { attempt: 1 } });
  });

  test("the cost is sent once it is known", () => {
    const [delta] = find(encode([finish()], { cost: () => 0.25 }), "message_delta");
    expect(delta?.usage).toMatchObject({ cost: 0.25 });
  });

  test("a response without usage has no cost", () => {
    const none = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
    const usage = { inputTokens: none, outputTokens: { total: undefined, text: undefined, reasoning: undefined } };
    const [delta] = find(encode([{ ...finish(), usage } as Part], { cost: () => 0 }), "message_delta");
    expect(delta?.usage).not.toHaveProperty("cost");
  });
});

describe("the stop reason", () => {
  test.each([
    ["stop", undefined, "end_turn"],
    ["stop", "stop_sequence", "stop_sequence"],
    ["stop", "pause_turn", "pause_turn"],
    ["length", "max_tokens", "max_tokens"],
    ["length", "model_context_window_exceeded", "model_context_window_exceeded"],
    ["tool-calls", "tool_calls", "tool_use"],
    ["content-filter", "content_filter", "refusal"],
    ["other", undefined, "end_turn"],
  ] as const)("%s (%s) is %s", (unified, raw, reason) => {
    expect(messages.collect(encode([...text("0", "x"), finish(unified, raw)])).stop_reason).toBe(reason);
  });

  test("is tool_use for a response that calls a tool, whatever the provider reports", () => {
    expect(messages.collect(encode([...call("a", "one", "{}"), finish("stop")])).stop_reason).toBe("tool_use");
  });

  test("the stop sequence is named when it is known", () => {
    const context = { request: { stop_sequences: ["END"] } };
    expect(messages.collect(encode([finish("stop", "stop_sequence")], context)).stop_sequence).toBe("END");
  });

  test("is a refusal with details if the model refused", () => {
    expect(messages.collect(encode([finish("content-filter")])).stop_details).toEqual({
      type: "refusal",
      category: null,
      explanation: null,
    });
  });
});

describe("failures", () => {
  test.each([
    [400, "invalid_request_error"],
    [401, "authentication_error"],
    [402, "billing_error"],
    [403, "permission_error"],
    [404, "not_found_error"],
    [408, "timeout_error"],
    [413, "invalid_request_error"],
    [422, "invalid_request_error"],
    [429, "rate_limit_error"],
    [500, "api_error"],
    [502, "api_error"],
    [503, "overloaded_error"],
    [524, "timeout_error"],
    [529, "overloaded_error"],
  ])("status %i is %s", (status, type) => {
    const encoder = messages.encoder({ id: "g", model: "m", createdAt: 1, request: {} });
    expect(encoder.fail({ status, message: "no" })).toEqual([
      { event: "error", data: { type: "error", error: { type, message: "no", code: status } } },
    ]);
  });

  test("after a failure nothing follows, not even an end", () => {
    const encoder = messages.encoder({ id: "g", model: "m", createdAt: 1, request: {} });
    encoder.encode({ type: "text-delta", id: "0", delta: "par" });
    expect(encoder.encode({ type: "error", error: new UpstreamError(529, "busy", { retryable: true }) })).toEqual([
      { event: "error", data: { type: "error", error: { type: "overloaded_error", message: "busy", code: 529 } } },
    ]);
    expect(encoder.encode(finish())).toEqual([]);
    expect(encoder.fail({ status: 500, message: "again" })).toEqual([]);
  });

  test.each(["error", "interrupted"] as const)("a response that ends as %s never looks finished", (unified) => {
    const events = encode([{ type: "text-delta", id: "0", delta: "par" }, finish(unified)]);
    expect(events.at(-1)?.event).toBe("error");
    expect(find(events, "message_stop")).toEqual([]);
  });

  test.each([
    [
      new HttpError(403, "blocked", { metadata: { rule: "r" } }),
      { message: "blocked", code: 403, metadata: { rule: "r" } },
    ],
    [Object.assign(new Error("slow down"), { statusCode: 429 }), { message: "slow down", code: 429 }],
    [
      { message: "overloaded", code: "x" },
      { message: "overloaded", code: 502 },
    ],
    ["broken", { message: "broken", code: 502 }],
    [new TypeError("secret in https://user:pw@a.test"), { message: "The provider reported an error", code: 502 }],
  ])("an error part %s is reported without secrets", (error, expected) => {
    expect(encode([{ type: "error", error }])[0]?.data).toMatchObject({ error: expected });
  });

  test("a failed stream is collected into an error, not a partial response", () => {
    const events = encode([
      { type: "text-delta", id: "0", delta: "par" },
      { type: "error", error: "broken" },
    ]);
    expect(messages.collect(events)).toMatchObject({ type: "error", error: { code: 502 } });
  });
});

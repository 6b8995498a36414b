import { describe, expect, test } from "vitest";
import { messages } from "#server/dialects/messages/messages.ts";

const { observeEvent, observeResponse } = messages;
const start = (content_block: Record<string, unknown>) =>
  observeEvent({ type: "content_block_start", index: 0, content_block });
const delta = (fields: Record<string, unknown>) =>
  observeEvent({ type: "content_block_delta", index: 0, delta: fields });

describe("events of an Anthropic upstream", () => {
  test("message_start has id, model and input usage, but no final output count, and is not content", () => {
    const message = {
      id: "msg_1",
      model: "claude-x",
      content: [],
      usage: { input_tokens: 5, cache_read_input_tokens: null, output_tokens: 1 },
    };
    expect(observeEvent({ type: "message_start", message })).toEqual({
      id: "msg_1",
      model: "claude-x",
      usage: { input_tokens: 5 },
    });
  });

  test("usage of both events is merged: the last number wins, and null is ignored", () => {
    const first = observeEvent({ type: "message_start", message: { usage: { input_tokens: 5, output_tokens: 1 } } });
    const last = observeEvent({
      type: "message_delta",
      delta: { stop_reason: "end_turn" },
      usage: { input_tokens: null, output_tokens: 9 },
    });
    expect({ ...first.usage, ...last.usage }).toEqual({ input_tokens: 5, output_tokens: 9 });
    expect(last.finish).toBe("end_turn");
  });

  test.each([
    [{ type: "text", text: "" }, {}],
    [{ type: "thinking", thinking: "", signature: "" }, {}],
    [
      { type: "text", text: "hi" },
      { content: true, text: "hi" },
    ],
    [
      { type: "tool_use", id: "1", name: "n", input: {} },
      { content: true, toolCalls: 1 },
    ],
    [
      { type: "tool_use", id: "1", name: "n", input: { a: 1 } },
      { content: true, toolCalls: 1, text: '{"a":1}' },
    ],
    [{ type: "redacted_thinking", data: "x" }, { content: true }],
    [{ type: "web_search_tool_result", tool_use_id: "1", content: [] }, { content: true }],
  ])("the start of %j", (block, expected) => {
    expect(start(block)).toEqual(expected);
  });

  test.each([
    [
      { type: "text_delta", text: "a" },
      { content: true, text: "a" },
    ],
    [{ type: "text_delta", text: "" }, {}],
    [
      { type: "thinking_delta", thinking: "b" },
      { content: true, text: "b" },
    ],
    [
      { type: "input_json_delta", partial_json: "{" },
      { content: true, text: "{" },
    ],
    [{ type: "input_json_delta", partial_json: "" }, {}],
    [{ type: "signature_delta", signature: "EqQB" }, {}],
    [{ type: "future_delta", text: "?" }, {}],
  ])("the delta %j", (fields, expected) => {
    expect(delta(fields)).toEqual(expected);
  });

  test.each([
    ["ping", {}],
    ["content_block_stop", {}],
    ["something_new", {}],
    ["message_stop", { end: true }],
  ])("%s", (type, expected) => {
    expect(observeEvent({ type })).toEqual(expected);
  });

  test.each([
    ["overloaded_error", 529],
    ["rate_limit_error", 429],
    ["invalid_request_error", 400],
    ["authentication_error", 401],
    ["permission_error", 403],
    ["not_found_error", 404],
    ["billing_error", 402],
    ["api_error", 500],
    ["never_heard_of", 502],
  ])("an error of type %s has status %i", (type, status) => {
    const raw = { type: "error", error: { type, message: "no" } };
    expect(observeEvent(raw)).toEqual({ error: { status, message: "no", raw } });
  });

  test.each([[{ type: "message_start" }], [{ type: "content_block_delta", delta: null }], [{}]])(
    "an incomplete %j is ignored",
    (event) => {
      expect(observeEvent(event)).toEqual({});
    },
  );
});

describe("a whole response of an Anthropic upstream", () => {
  test("reports everything that the events would", () => {
    const content = [
      { type: "thinking", thinking: "hm ", signature: "EqQB" },
      { type: "text", text: "hi " },
      { type: "tool_use", id: "1", name: "n", input: { a: 1 } },
    ];
    const usage = { input_tokens: 5, output_tokens: 9, cache_creation_input_tokens: null };
    expect(
      observeResponse({ id: "msg_1", type: "message", model: "claude-x", content, stop_reason: "tool_use", usage }),
    ).toEqual({
      id: "msg_1",
      model: "claude-x",
      content: true,
      text: 'hm hi {"a":1}',
      usage: { input_tokens: 5, output_tokens: 9 },
      finish: "tool_use",
      end: true,
      toolCalls: 1,
    });
  });

  test("an error inside a 200 is an error", () => {
    const raw = { type: "error", error: { type: "overloaded_error", message: "busy" } };
    expect(observeResponse(raw)).toEqual({ error: { status: 529, message: "busy", raw } });
  });
});

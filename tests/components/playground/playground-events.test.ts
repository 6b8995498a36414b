import { describe, expect, test } from "vitest";
import { type Answer, newAnswer, timeToFirstMs, tokensPerSecond } from "#components/playground/result/answer.ts";
import { applyMessagesEvent, wholeMessage } from "#components/playground/text/answer/apply-messages-event.ts";
import { applyResponsesEvent, wholeResponse } from "#components/playground/text/answer/apply-responses-event.ts";

type Event = Record<string, unknown>;
const responses = (events: Event[]) => events.reduce(applyResponsesEvent, newAnswer("responses", "m", true, 0));
const messages = (events: Event[]) => events.reduce(applyMessagesEvent, newAnswer("messages", "m", true, 0));

const usage = { input_tokens: 5, output_tokens: 7, cost: 0.002, output_tokens_details: { reasoning_tokens: 2 } };

describe("responses", () => {
  test("a call that waits for approval is kept, streamed or whole", () => {
    const item = { type: "mcp_approval_request", id: "mcpr_1", server_label: "a", name: "b", arguments: "{}" };
    const approvals = [{ id: "mcpr_1", server: "a", name: "b", arguments: "{}" }];
    expect(responses([{ type: "response.output_item.done", item }])).toMatchObject({ approvals });
    const whole = { status: "completed", output: [item] };
    expect(wholeResponse(newAnswer("responses", "m", false, 0), whole)).toMatchObject({ approvals });
  });

  test("text and reasoning are joined from their pieces, and the result has tokens, cost and routing", () => {
    const service_metadata = {
      summary: "m by P",
      attempts: [{ provider: "p", model: "x", status: 200 }],
      conversion: ["a"],
    };
    const answer = responses([
      { type: "response.created", response: { id: "r" } },
      { type: "response.reasoning_summary_text.delta", delta: "I th" },
      { type: "response.reasoning_summary_text.delta", delta: "ink" },
      { type: "response.output_text.delta", delta: "Hel" },
      { type: "response.output_text.delta", delta: "lo" },
      {
        type: "response.completed",
        response: { model: "m-2", status: "completed", output: [], usage, service_metadata },
      },
    ]);
    expect(answer).toMatchObject({ status: "done", servedModel: "m-2", text: "Hello", reasoning: "I think" });
    expect(answer.usage).toEqual({
      inputTokens: 5,
      outputTokens: 7,
      cachedTokens: 0,
      reasoningTokens: 2,
      costUsd: 0.002,
    });
    expect(answer.routing).toMatchObject({
      summary: "m by P",
      attempts: [{ provider: "p", status: 200 }],
      notes: ["a"],
    });
  });

  test("two calls keep their own arguments", () => {
    const call = (id: string, args = "") => ({ type: "function_call", call_id: id, name: `do_${id}`, arguments: args });
    const answer = responses([
      { type: "response.output_item.added", item: call("a") },
      { type: "response.function_call_arguments.delta", delta: '{"x":' },
      { type: "response.function_call_arguments.delta", delta: "1}" },
      { type: "response.output_item.done", item: call("a", '{"x":1}') },
      { type: "response.output_item.added", item: call("b") },
      { type: "response.function_call_arguments.delta", delta: "{}" },
    ]);
    expect(answer.toolCalls).toEqual([
      { id: "a", name: "do_a", arguments: '{"x":1}' },
      { id: "b", name: "do_b", arguments: "{}" },
    ]);
  });

  test("a failure after some text keeps the text and is not a completed response", () => {
    const answer = responses([
      { type: "response.output_text.delta", delta: "Half" },
      { type: "response.failed", response: { error: { code: "server_error", message: "Upstream went away" } } },
    ]);
    expect(answer).toMatchObject({ status: "failed", text: "Half", error: { message: "Upstream went away" } });
  });

  test("a response cut off by the token limit is marked as such", () => {
    const response = { status: "incomplete", incomplete_details: { reason: "max_output_tokens" }, output: [] };
    expect(responses([{ type: "response.incomplete", response }])).toMatchObject({
      status: "done",
      finish: "max_output_tokens",
    });
  });

  test("a whole response reads like its stream", () => {
    const output = [
      { type: "reasoning", summary: [{ type: "summary_text", text: "Hm" }] },
      { type: "message", content: [{ type: "output_text", text: "Hello" }] },
      { type: "function_call", call_id: "c", name: "f", arguments: "{}" },
    ];
    const answer = wholeResponse(newAnswer("responses", "m", false, 0), { status: "completed", output, usage });
    expect(answer).toMatchObject({
      status: "done",
      text: "Hello",
      reasoning: "Hm",
      toolCalls: [{ id: "c", name: "f" }],
    });
  });
});

describe("messages", () => {
  const start = {
    type: "message_start",
    message: { model: "m-2", usage: { input_tokens: 3, output_tokens: 0, cache_read_input_tokens: 4 } },
  };
  const block = (content_block: Event) => ({ type: "content_block_start", content_block });
  const delta = (fields: Event) => ({ type: "content_block_delta", delta: fields });
  const stop = { type: "content_block_stop" };

  test("blocks are kept in the form in which they must be sent back", () => {
    const answer = messages([
      start,
      block({ type: "thinking", thinking: "", signature: "" }),
      delta({ type: "thinking_delta", thinking: "Hm" }),
      delta({ type: "signature_delta", signature: "sig" }),
      stop,
      block({ type: "text", text: "" }),
      delta({ type: "text_delta", text: "Hi" }),
      stop,
      block({ type: "tool_use", id: "t", name: "f", input: {} }),
      delta({ type: "input_json_delta", partial_json: '{"x"' }),
      delta({ type: "input_json_delta", partial_json: ":1}" }),
      stop,
      { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 9, cost: 0.1 } },
      { type: "message_stop", service_metadata: { summary: "m by P" } },
    ]);
    expect(answer).toMatchObject({
      status: "done",
      text: "Hi",
      reasoning: "Hm",
      finish: "tool_use",
      servedModel: "m-2",
    });
    expect(answer.blocks).toEqual([
      { type: "thinking", thinking: "Hm", signature: "sig" },
      { type: "text", text: "Hi" },
      { type: "tool_use", id: "t", name: "f", input: { x: 1 } },
    ]);
    expect(answer.usage).toMatchObject({ inputTokens: 7, cachedTokens: 4, outputTokens: 9, costUsd: 0.1 });
    expect(answer.routing?.summary).toBe("m by P");
  });

  test("an error event after some text keeps the text and the error's status", () => {
    const answer = messages([
      start,
      block({ type: "text", text: "" }),
      delta({ type: "text_delta", text: "Half" }),
      { type: "error", error: { type: "overloaded_error", code: 529, message: "Busy" } },
    ]);
    expect(answer).toMatchObject({ status: "failed", text: "Half", error: { status: 529, message: "Busy" } });
  });

  test("a stream without its last event never looks finished", () => {
    expect(messages([start, block({ type: "text", text: "Half" }), stop]).status).not.toBe("done");
  });

  test("a whole response reads like its stream", () => {
    const content = [
      { type: "text", text: "Hi" },
      { type: "tool_use", id: "t", name: "f", input: { x: 1 } },
    ];
    const message = { model: "m", content, stop_reason: "tool_use", usage: { input_tokens: 1, output_tokens: 2 } };
    expect(wholeMessage(newAnswer("messages", "m", false, 0), message)).toMatchObject({
      status: "done",
      text: "Hi",
      toolCalls: [{ id: "t", arguments: '{"x":1}' }],
    });
  });
});

describe("times", () => {
  const answer: Answer = {
    ...newAnswer("responses", "m", true, 1000),
    firstContentMs: 1200,
    endedMs: 2200,
    usage: { inputTokens: 1, outputTokens: 50, cachedTokens: 0, reasoningTokens: 0 },
  };

  test("speed is measured from the first token, not from the request", () => {
    expect(tokensPerSecond(answer)).toBe(50);
    expect(timeToFirstMs(answer)).toBe(200);
  });

  test("a response in one piece has no speed and no first token", () => {
    expect(tokensPerSecond({ ...answer, streamed: false })).toBeNull();
    expect(timeToFirstMs({ ...answer, streamed: false })).toBeNull();
    expect(tokensPerSecond({ ...answer, firstContentMs: 2200 })).toBeNull();
  });
});

describe("tools that the gateway runs", () => {
  const item = { id: "mcp_1", type: "mcp_call", server_label: "switchboard", name: "datetime", arguments: "" };

  test("a responses stream shows arguments as they grow, then the result", () => {
    const begun = responses([
      { type: "response.output_item.added", item: { ...item, output: null, error: null } },
      { type: "response.mcp_call_arguments.delta", item_id: "mcp_1", delta: "{}" },
    ]);
    const call = { id: "mcp_1", server: "switchboard", name: "datetime", arguments: "{}" };
    expect(begun.serverCalls).toEqual([{ ...call, result: "", status: "running" }]);
    const done = { ...item, arguments: "{}", output: "noon", error: null };
    const ended = applyResponsesEvent(begun, { type: "response.output_item.done", item: done });
    expect(ended.serverCalls).toEqual([{ ...call, result: "noon", status: "done" }]);
    expect(ended.toolCalls).toEqual([]);
  });

  test("a call that failed shows its error, in a whole response too", () => {
    const failed = { ...item, arguments: "{}", output: null, error: "no such page" };
    const whole = wholeResponse(newAnswer("responses", "m", false, 0), { status: "completed", output: [failed] });
    expect(whole.serverCalls).toMatchObject([{ result: "no such page", status: "failed" }]);
  });

  test("a messages stream joins a call with the result in a later block", () => {
    const use = { type: "mcp_tool_use", id: "mcptoolu_1", server_name: "maths", name: "add", input: {} };
    const content = [{ type: "text", text: "3" }];
    const answer = messages([
      { type: "content_block_start", content_block: use },
      { type: "content_block_delta", delta: { type: "input_json_delta", partial_json: '{"a":1}' } },
      { type: "content_block_stop" },
      { type: "content_block_start", content_block: { type: "mcp_tool_result", tool_use_id: "mcptoolu_1", content } },
      { type: "content_block_stop" },
    ]);
    expect(answer.serverCalls).toEqual([
      { id: "mcptoolu_1", server: "maths", name: "add", arguments: '{"a":1}', result: "3", status: "done" },
    ]);
    expect(answer.toolCalls).toEqual([]);
  });
});

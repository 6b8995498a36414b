import { expect, test } from "vitest";
import { chat } from "#server/dialects/chat/chat.ts";
import { messages } from "#server/dialects/messages/messages.ts";
import { responses } from "#server/dialects/responses/responses.ts";

// A provider's stream collected into a whole response, and a whole response converted to a stream, lose nothing.

test("content in parts, as Mistral sends it, is merged into text and reasoning", () => {
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    data: { id: "c", choices: [{ index: 0, delta, finish_reason }] },
  });
  const thinking = (text: string) => ({ content: [{ type: "thinking", thinking: [{ type: "text", text }] }] });
  const events = [
    chunk(thinking("Let me ")),
    chunk(thinking("think.")),
    chunk({ content: [{ type: "text", text: "4" }] }),
    chunk({ content: "2" }),
    chunk({}, "stop"),
  ];
  expect(chat.collect(events)).toMatchObject({ choices: [{ message: { content: "42", reasoning: "Let me think." } }] });
});

test("a call has the id that comes after an empty one", () => {
  const chunk = (call: object, finish_reason: string | null = null) => ({
    data: { id: "c", choices: [{ index: 0, delta: { tool_calls: [{ index: 0, ...call }] }, finish_reason }] },
  });
  const events = [
    chunk({ id: "", type: "function", function: { name: "look", arguments: "" } }),
    chunk({ id: "call_1", function: { name: "look", arguments: "{}" } }),
    chunk({ id: "call_1", function: { arguments: "" } }, "tool_calls"),
  ];
  const [{ message }] = chat.collect(events).choices as [{ message: { tool_calls: object[] } }];
  expect(message.tool_calls).toEqual([{ id: "call_1", type: "function", function: { name: "look", arguments: "{}" } }]);
});

test("a text whose start is missing is kept, and a missing block leaves no gap", () => {
  const events = [
    { type: "message_start", message: { id: "m", content: [], usage: {} } },
    { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "Hi" } },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: {} },
  ];
  expect(messages.collect(events.map((data) => ({ data }))).content).toEqual([{ type: "text", text: "Hi" }]);
});

test("a call whose arguments are one empty piece has no arguments", () => {
  const block = { type: "tool_use", id: "t", name: "look", input: {} };
  const events = [
    { type: "message_start", message: { id: "m", content: [], usage: {} } },
    { type: "content_block_start", index: 0, content_block: block },
    { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: "" } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: {} },
  ];
  expect(messages.collect(events.map((data) => ({ data })))).toMatchObject({ content: [block] });
});

test("a program's result is present from the start, an image only at the end", () => {
  const output = [
    { type: "program_output", id: "p", call_id: "c", status: "completed", result: "42" },
    { type: "image_generation_call", id: "i", status: "completed", result: "aGk=" },
  ];
  const events = responses.replay({ id: "r", status: "completed", output }).map(({ data }) => data);
  const added = events.filter((event) => (event as { type?: string }).type === "response.output_item.added");
  expect(added).toMatchObject([{ item: { result: "42", status: "completed" } }, { item: { result: null } }]);
});

test("a response of any length is merged, with its token probabilities", () => {
  const count = 300_000;
  const events = Array.from({ length: count }, (_, index) => ({
    data: {
      id: "c",
      choices: [{ index: 0, delta: { content: "a" }, logprobs: { content: [{ token: "a", logprob: -index }] } }],
    },
  }));
  const end = { data: { id: "c", model: "m", choices: [{ index: 0, delta: {}, finish_reason: "stop" }] } };
  const { model, choices } = chat.collect([...events, end]) as { model: string; choices: [Record<string, unknown>] };
  const { message, logprobs } = choices[0] as { message: { content: string }; logprobs: { content: unknown[] } };
  expect([model, message.content.length, logprobs.content.length]).toEqual(["m", count, count]);
});

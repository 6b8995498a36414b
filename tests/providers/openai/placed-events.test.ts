import { expect, test } from "vitest";
import { placedEvents } from "#server/providers/openai/placed-events.ts";

// Model servers and proxies that implement the Responses API omit ids of items and the places of events.

const added = (item: object, more: object = {}) => ({ type: "response.output_item.added", item, ...more });
const done = (item: object, more: object = {}) => ({ type: "response.output_item.done", item, ...more });

test("an item without an id has the same id in all of its events", () => {
  const at = { output_index: 2 };
  const message = { type: "message", role: "assistant" };
  const events = [
    added(message, at),
    { type: "response.output_text.delta", delta: "Hi", content_index: 0, ...at },
    done(message, at),
  ].map(placedEvents());
  expect(events).toEqual([
    added({ ...message, id: "item_2" }, at),
    { type: "response.output_text.delta", delta: "Hi", content_index: 0, ...at, item_id: "item_2" },
    done({ ...message, id: "item_2" }, at),
  ]);
});

test("items without a place follow each other", () => {
  const events = [
    added({ type: "reasoning", id: "r" }),
    { type: "response.reasoning_summary_part.added" },
    done({ type: "reasoning", id: "r" }),
    done({ type: "function_call", id: "f" }),
  ].map(placedEvents());
  expect(events).toEqual([
    added({ type: "reasoning", id: "r" }, { output_index: 0 }),
    { type: "response.reasoning_summary_part.added", output_index: 0, item_id: "r", summary_index: 0 },
    done({ type: "reasoning", id: "r" }, { output_index: 0 }),
    done({ type: "function_call", id: "f" }, { output_index: 1 }),
  ]);
});

test("a complete event is unchanged", () => {
  const read = placedEvents();
  for (const event of [
    { type: "response.created", response: {} },
    added({ type: "message", id: "m" }, { output_index: 0 }),
    { type: "response.output_text.delta", item_id: "m", output_index: 0, delta: "Hi" },
  ])
    expect(read(event)).toBe(event);
});

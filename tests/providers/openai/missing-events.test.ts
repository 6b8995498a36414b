import { expect, test } from "vitest";
import type { Block } from "#server/providers/exchange/json.ts";
import { missingEvents } from "#server/providers/openai/missing-events.ts";

// Model servers and proxies that implement the Responses API omit some of OpenAI's events.

const at = { item_id: "m", output_index: 0 };
const citation = { type: "url_citation", url: "https://a.test" };
const message = {
  id: "m",
  type: "message",
  content: [{ type: "output_text", text: "Hello there", annotations: [citation] }],
};
const thought = { id: "m", type: "reasoning", summary: [{ text: "One" }, { text: "Two" }], content: [] };
const spoken = { id: "m", type: "reasoning", content: [{ type: "reasoning_text", text: "Hm" }] };
const refused = { id: "m", type: "message", content: [{ type: "refusal", refusal: "No" }] };
const call = { id: "m", type: "function_call", call_id: "c", name: "f", arguments: "{}" };

const added = (item: Block) => ({ type: "response.output_item.added", output_index: 0, item });
const done = (item: Block) => ({ type: "response.output_item.done", output_index: 0, item });
const completed = (...output: Block[]) => ({ type: "response.completed", response: { output } });
const delta = (stem: string, text: string, more: Block) => ({
  type: `response.${stem}.delta`,
  ...at,
  delta: text,
  ...more,
});
const part = (summary_index: number) => ({ type: "response.reasoning_summary_part.added", ...at, summary_index });
const cited = { type: "response.output_text.annotation.added", ...at, content_index: 0, annotation: citation };

const first = { content_index: 0 };
const TEXT = delta("output_text", "Hello there", first);

test.each<[string, Block[], Block[]]>([
  ["nothing", [added(message), TEXT, cited, done(message), completed(message)], []],
  ["a text", [added(message), cited, done(message), completed(message)], [TEXT]],
  [
    "the rest of a text",
    [added(message), delta("output_text", "Hello", first), cited, done(message)],
    [delta("output_text", " there", first)],
  ],
  ["nothing of a text that differs", [added(message), delta("output_text", "Bye", first), cited, done(message)], []],
  ["the citations", [added(message), TEXT, done(message)], [cited]],
  ["a refusal", [added(refused), done(refused)], [delta("refusal", "No", first)]],
  ["the start of a message", [done(message)], [added({ ...message, content: [], summary: [] }), TEXT, cited]],
  [
    "a summary in parts",
    [added(thought), done(thought)],
    [
      part(0),
      delta("reasoning_summary_text", "One", { summary_index: 0 }),
      part(1),
      delta("reasoning_summary_text", "Two", { summary_index: 1 }),
    ],
  ],
  [
    "a summary whose parts came",
    [added(thought), part(0), part(1), done(thought)],
    [
      delta("reasoning_summary_text", "One", { summary_index: 0 }),
      delta("reasoning_summary_text", "Two", { summary_index: 1 }),
    ],
  ],
  ["reasoning", [added(spoken), done(spoken)], [delta("reasoning_text", "Hm", first)]],
  [
    "items that only the end lists",
    [completed(message)],
    [added({ ...message, content: [], summary: [] }), TEXT, cited, done(message)],
  ],
  ["a call that only the end lists", [completed(call)], [done(call)]],
  [
    "nothing if events do not say which item they belong to",
    [{ ...TEXT, output_index: undefined }, completed(message)],
    [],
  ],
])("adds %s", (_, events, missing) => {
  const read = missingEvents();
  const all = events.flatMap(read);
  expect(all.filter((event) => !events.includes(event))).toEqual(missing);
  expect(all.filter((event) => events.includes(event))).toEqual(events);
});

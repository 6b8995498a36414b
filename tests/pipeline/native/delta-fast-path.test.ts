import { describe, expect, test } from "vitest";
import { chat } from "#server/dialects/chat/chat.ts";
import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { messages } from "#server/dialects/messages/messages.ts";
import { responses } from "#server/dialects/responses/responses.ts";
import { createDeltaFastPath } from "#server/pipeline/streaming/delta-fast-path.ts";

type Sample = { name: string; dialect: Dialect; event(text: string, number: number): string };

const CHUNK = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1_760_000_000, model: "gpt-5-mini" };

const samples: Sample[] = [
  {
    name: "chat, padded",
    dialect: chat,
    event: (content, number) =>
      JSON.stringify({
        ...CHUNK,
        choices: [{ index: 0, delta: { content }, logprobs: null, finish_reason: null }],
        usage: null,
        obfuscation: "x".repeat((number % 5) + 1),
      }),
  },
  {
    name: "chat, arguments of a tool, spaced",
    dialect: chat,
    event: (text) =>
      `{"id": "1", "choices": [{"index": 0, "delta": {"tool_calls": [{"index": 0, "function": {"arguments": ${JSON.stringify(text)}}}]}}]}`,
  },
  {
    name: "chat, reasoning",
    dialect: chat,
    event: (reasoning) => JSON.stringify({ ...CHUNK, choices: [{ index: 0, delta: { content: "", reasoning } }] }),
  },
  {
    name: "messages",
    dialect: messages,
    event: (text) => JSON.stringify({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } }),
  },
  {
    name: "responses",
    dialect: responses,
    event: (delta, number) =>
      JSON.stringify({
        type: "response.output_text.delta",
        sequence_number: number,
        item_id: "msg_1",
        output_index: 0,
        content_index: 0,
        delta,
        logprobs: [],
        obfuscation: `p${number}`,
      }),
  },
];

describe.each(samples)("$name", ({ dialect, event }) => {
  const read = (first: string, second: string) => {
    const repeats = createDeltaFastPath();
    repeats.learn(first, dialect.observeEvent(JSON.parse(first) as Body));
    return repeats.read(second);
  };

  test.each(["you", " ", "naïve 東京 🙂", "{'a': 1}", ":,[]{}", "a".repeat(500)])(
    "%j is read without parsing",
    (text) => {
      const second = event(text, 8);
      const seen = dialect.observeEvent(JSON.parse(second) as Body);
      const { sequence_number: sequence } = JSON.parse(second) as Body;
      expect(read(event("Hello", 7), second)).toEqual({ text: seen.text, sequence });
    },
  );

  test.each(['say "hi"', "a\nb", "back\\slash", "", "\u0001"])("%j is parsed", (text) => {
    expect(read(event("Hello", 7), event(text, 8))).toBeUndefined();
  });

  test.each(['say "hi"', "a\nb", ""])("no pattern is learned from %j", (text) => {
    expect(read(event(text, 7), event("Hello", 8))).toBeUndefined();
  });

  test("an event with any other difference is parsed", () => {
    const first = event("Hello", 7);
    const learned = JSON.parse(first) as Body;
    for (const [name, value] of Object.entries(learned)) {
      if (/^(delta|choices|obfuscation|sequence_number)$/.test(name)) continue;
      const { [name]: _, ...without } = learned;
      expect(read(first, JSON.stringify(without))).toBeUndefined();
      expect(read(first, JSON.stringify({ ...learned, [name]: `${String(value)}-` }))).toBeUndefined();
    }
    expect(read(first, JSON.stringify({ ...learned, error: { message: "no" } }))).toBeUndefined();
    for (const broken of [first.slice(0, -1), `${first}}`, ` ${first}`, "", "[DONE]"]) {
      expect(read(first, broken)).toBeUndefined();
    }
  });
});

const chunk = (delta: Body, rest: Body = {}) => JSON.stringify({ ...CHUNK, choices: [{ index: 0, delta, ...rest }] });

test.each([
  ["another choice", chunk({ content: "a" }), chunk({ content: "a" }).replace('"index":0', '"index":1')],
  ["the end", chunk({ content: "a" }), chunk({ content: "a" }, { finish_reason: "stop" })],
  [
    "an end learned from",
    chunk({ content: "a" }, { finish_reason: "stop" }),
    chunk({ content: "b" }, { finish_reason: "stop" }),
  ],
  ["two texts", chunk({ reasoning: "a", content: "b" }), chunk({ reasoning: "a", content: "c" })],
  ["a field's name within a text", chunk({ content: 'a","content":"b' }), chunk({ content: 'a","content":"c' })],
  ["two fields of a name", chunk({ content: "a" }, { logprobs: { content: "a" } }), chunk({ content: "b" })],
])("%s is parsed", (_name, first, second) => {
  const repeats = createDeltaFastPath();
  repeats.learn(first, chat.observeEvent(JSON.parse(first) as Body));
  expect(repeats.read(second)).toBeUndefined();
});

test("learning stops for a stream whose events are all different", () => {
  const repeats = createDeltaFastPath();
  const learn = (data: string) => repeats.learn(data, chat.observeEvent(JSON.parse(data) as Body));
  for (let created = 0; created < 20; created++)
    learn(JSON.stringify({ ...JSON.parse(chunk({ content: "a" })), created }));
  learn(chunk({ content: "a" }));
  expect(repeats.read(chunk({ content: "b" }))).toBeUndefined();
});

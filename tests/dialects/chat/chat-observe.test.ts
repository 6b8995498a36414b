import { expect, test } from "vitest";
import { chat } from "#server/dialects/chat/chat.ts";
import { completions } from "#server/dialects/completions/completions.ts";
import type { Body, Observation } from "#server/dialects/dialect.ts";
import { callParts, context, encodeAll, finish, reasoningParts, textParts } from "../neutral-parts.ts";

const delta = (fields: Body, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta: fields, finish_reason }],
});

test.each<[Body, Observation]>([
  [
    { id: "c1", model: "m", ...delta({ role: "assistant", content: "" }) },
    { id: "c1", model: "m" },
  ],
  [delta({ content: "Hi" }), { content: true, text: "Hi" }],
  [delta({ reasoning: "Hm", reasoning_content: "Hm" }), { content: true, text: "Hm" }],
  [delta({ reasoning_content: "Hm" }), { content: true, text: "Hm" }],
  [delta({ refusal: "No" }), { content: true, text: "No" }],
  [
    delta({ tool_calls: [{ index: 0, id: "c", function: { name: "f", arguments: "" } }] }),
    { content: true, toolCalls: 1 },
  ],
  [delta({ tool_calls: [{ index: 0, function: { arguments: "{}" } }] }), { content: true, text: "{}" }],
  [delta({}, "stop"), { finish: "stop", end: true }],
  [
    { ...delta({}, "stop"), usage: { total_tokens: 3 } },
    { finish: "stop", end: true, usage: { total_tokens: 3 } },
  ],
  [{ choices: [], usage: { total_tokens: 3 } }, { usage: { total_tokens: 3 } }],
  [{ choices: [], usage: null }, {}],
  [{ choices: [], x_groq: { usage: { total_tokens: 3 } } }, { usage: { total_tokens: 3 } }],
  [
    { error: { code: 429, message: "slow down" } },
    { error: { status: 429, message: "slow down", raw: { code: 429, message: "slow down" } } },
  ],
  [
    { error: { type: "invalid_request_error", message: "bad" } },
    { error: { status: 400, message: "bad", raw: { type: "invalid_request_error", message: "bad" } } },
  ],
  [{}, {}],
])("%j", (event, observation) => {
  expect(chat.observeEvent(event)).toEqual(observation);
});

test("a whole response contains the same as its stream", () => {
  const parts = [
    ...reasoningParts("Hm.", 1),
    ...textParts("Hello", 2),
    ...callParts("c", "f", '{"a":1}', 3),
    finish("tool-calls"),
  ];
  const events = encodeAll(chat.encoder(context), parts);
  const observed = events
    .map(({ data }) => data)
    .filter((data) => data !== "[DONE]")
    .map((data) => chat.observeEvent(data as Body));
  expect(chat.observeResponse(chat.collect(events))).toEqual({
    id: "gen-1",
    model: "author/model",
    content: true,
    text: observed.map(({ text }) => text ?? "").join(""),
    usage: observed.at(-1)?.usage,
    finish: "tool_calls",
    end: true,
    toolCalls: 1,
  });
});

test.each(["error", "insufficient_system_resource", "network_error", "abort"])(
  "a response that ends with the reason %s has failed",
  (reason) => {
    expect(chat.observeEvent(delta({}, reason))).toMatchObject({ error: { status: 502 } });
  },
);

test("a replayed call names its type, which Mistral leaves out and clients require", () => {
  const calls = [{ id: "c", function: { name: "f", arguments: "{}" } }];
  const [first] = chat.replay({ choices: [{ index: 0, message: { tool_calls: calls }, finish_reason: "tool_calls" }] });
  expect(first?.data).toMatchObject({
    choices: [{ delta: { tool_calls: [{ index: 0, type: "function", id: "c" }] } }],
  });
});

test.each([chat, completions])(
  "an empty finish reason ends neither a choice nor a text that a guardrail holds ($id)",
  (dialect) => {
    const event = (finish_reason: string) => ({
      choices: [{ index: 0, text: "a", delta: { content: "a" }, finish_reason }],
    });
    const ends = (reason: string) => [
      dialect.observeEvent(event(reason)).end,
      dialect.outputTexts.ends(event(reason), "0 text"),
    ];
    expect([ends(""), ends("stop")]).toEqual([
      [undefined, false],
      [true, true],
    ]);
  },
);

import { describe, expect, test } from "vitest";
import type { Body, DialectEvent } from "#server/dialects/dialect.ts";
import { type EventStyle, withSpecEvents } from "#server/dialects/responses/encode/spec-events.ts";
import { responses } from "#server/dialects/responses/responses.ts";
import { callParts, context, encodeAll, finish, reasoningParts, textParts } from "../neutral-parts.ts";

const parts = [
  ...reasoningParts("Hm.", 2),
  ...textParts("Hello world", 4),
  ...callParts("call_1", "weather", '{"city":"Paris"}', 6),
  finish("tool-calls"),
];
const encoded = encodeAll(responses.encoder(context), parts);

/** As an OpenAI upstream sends it: different ids, more fields, events that the gateway never creates. */
const native: DialectEvent[] = [
  { type: "response.created", response: { id: "resp_9", object: "response", status: "in_progress", output: [] } },
  { type: "response.in_progress", response: { id: "resp_9", status: "in_progress" } },
  { type: "response.output_item.added", output_index: 0, item: { id: "msg_9", type: "message", content: [] } },
  {
    type: "response.content_part.added",
    item_id: "msg_9",
    output_index: 0,
    content_index: 0,
    part: { type: "output_text", text: "" },
  },
  {
    type: "response.output_text.delta",
    item_id: "msg_9",
    output_index: 0,
    content_index: 0,
    delta: "Hi",
    obfuscation: "x",
  },
  { type: "response.output_text.done", item_id: "msg_9", output_index: 0, content_index: 0, text: "Hi" },
  { type: "response.output_item.done", output_index: 0, item: { id: "msg_9", type: "message" } },
  { type: "response.completed", response: { id: "resp_9", status: "completed", usage: { total_tokens: 3 } } },
].map((data) => ({ data }));

function applyStyle(events: DialectEvent[], style: EventStyle): DialectEvent[] {
  const state = {};
  return events.flatMap((event) => withSpecEvents(event, style, state));
}

const typesOf = (events: DialectEvent[]) => events.map(({ data }) => (data as Body).type ?? data);

const specOrder = [
  "response.created",
  "response.output_item.added",
  "response.content_part.added",
  "response.content_part.delta",
  "response.output_item.done",
  "response.done",
];

describe.each([
  ["the encoder's events", encoded],
  ["an upstream's events", native],
])("%s", (_name, events) => {
  test("pass style openai unchanged", () => {
    expect(applyStyle(events, "openai")).toEqual(events);
  });

  test("contain the spec's events in the spec's order in style all", () => {
    const types = typesOf(applyStyle(events, "all"));
    let from = 0;
    for (const type of specOrder) {
      from = types.indexOf(type, from) + 1;
      expect(from, type).toBeGreaterThan(0);
    }
    expect(types.filter((type) => type === "response.content_part.delta")).toHaveLength(
      types.filter((type) => type === "response.output_text.delta").length,
    );
  });

  test("preserve all current events in style all", () => {
    const kept = applyStyle(events, "all").filter(
      ({ data }) => !["response.content_part.delta", "response.done"].includes(String((data as Body).type)),
    );
    expect(kept).toMatchObject(events);
  });

  test("are exactly the spec's six types in style spec", () => {
    const types = typesOf(applyStyle(events, "spec")).filter((type) => type !== "[DONE]");
    expect(new Set(types)).toEqual(new Set(specOrder));
  });

  test("carry the spec's fields in style spec", () => {
    const [{ response: first }] = events.map(({ data }) => data) as [{ response: Body }];
    for (const { data } of applyStyle(events, "spec")) {
      if (data === "[DONE]") continue;
      const { type, response, ...fields } = data as Body;
      if (type === "response.created" || type === "response.done") expect(response).toHaveProperty("status");
      else expect(fields).toMatchObject({ response_id: first.id, output_index: expect.any(Number) });
      if (type === "response.content_part.delta") expect(Object.keys(fields).sort()).toEqual(deltaFields);
    }
  });
});

const deltaFields = ["content_index", "delta", "output_index", "response_id"];

test("[DONE] ends every style", () => {
  for (const style of ["openai", "all", "spec"] as const) {
    expect(applyStyle(encoded, style).at(-1)).toEqual({ data: "[DONE]" });
  }
});

test("a failure has no response.done in any style and is reported", () => {
  const encoder = responses.encoder(context);
  const events = [
    ...encodeAll(encoder, textParts("Hel", 1).slice(0, 2)),
    ...encoder.fail({ status: 502, message: "gone" }),
  ];
  for (const style of ["openai", "all", "spec"] as const) {
    const types = typesOf(applyStyle(events, style));
    expect(types).toContain("response.failed");
    expect(types).not.toContain("response.done");
    expect(types).not.toContain("response.completed");
  }
});

test("an incomplete response is done, with its own status", () => {
  const events = encodeAll(responses.encoder(context), [...textParts("Hello", 2), finish("length")]);
  const done = applyStyle(events, "spec").find(({ data }) => (data as Body).type === "response.done");
  expect(done?.data).toMatchObject({ response: { status: "incomplete" } });
});

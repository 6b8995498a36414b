import { expect, test } from "vitest";
import type { Body, Rewrite } from "#server/dialects/dialect.ts";
import { responsesFor } from "#server/dialects/responses/responses-for.ts";

const item = { id: "msg_9", type: "message" };
const created = { data: { type: "response.created", response: { id: "resp_9" } } };
const delta = { data: { type: "response.output_text.delta", output_index: 0, content_index: 0, delta: "Hi" } };
const itemDone = { data: { type: "response.output_item.done", output_index: 0, item } };

test("a client gets the spec's events, OpenAI's, or both, depending on what it reads", () => {
  const all = rewriterOf({ style: "all", everyKey: false });
  all(created);
  expect(all(delta)).toEqual([delta, { data: expect.objectContaining({ response_id: "resp_9", delta: "Hi" }) }]);
  const spec = rewriterOf({ style: "spec", everyKey: false });
  spec(created);
  expect(spec(delta).map(({ data }) => (data as Body).type)).toEqual(["response.content_part.delta"]);
});

test("each stream has its own rewriter without shared state", () => {
  rewriterOf({ style: "spec", everyKey: false })(created);
  const [event] = rewriterOf({ style: "spec", everyKey: false })(delta);
  expect(event?.data).toMatchObject({ response_id: undefined });
});

test("a validating client gets response objects with every key", () => {
  const [event] = rewriterOf({ style: "all", everyKey: true })(created);
  expect(event?.data).toMatchObject({ response: { id: "resp_9", completed_at: null } });
});

test("completed items are passed on, and their events still sent", () => {
  const taken: unknown[] = [];
  const rewrite = rewriterOf({ style: "all", everyKey: false }, (one) => taken.push(one));
  for (const event of [created, delta, itemDone]) expect(rewrite(event).length).toBeGreaterThan(0);
  expect(taken).toEqual([item]);
});

function rewriterOf(...asked: Parameters<typeof responsesFor>): Rewrite {
  return responsesFor(...asked).rewriter?.() as Rewrite;
}

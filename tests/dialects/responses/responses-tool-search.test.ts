import { expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { responses } from "#server/dialects/responses/responses.ts";

// A search for tools has its arguments as an object, unlike every other call.
const search = () => ({
  id: "tsc_1",
  type: "tool_search_call",
  call_id: "call_1",
  execution: "client",
  arguments: { query: "secret weather" },
  status: "completed",
});
const response = () => ({ id: "resp_1", status: "completed", output: [search()] });

test("guardrails read and replace the arguments of a search for tools", () => {
  const [whole, streamed] = [response(), { type: "response.output_item.done", output_index: 0, item: search() }];
  const found = [...responses.outputTexts.reply(whole), ...responses.outputTexts.event(streamed)];
  expect(found.map(({ text }) => text)).toEqual(Array(2).fill('{"query":"secret weather"}'));
  for (const { replace } of found) replace('{"query":"weather"}');
  expect([whole.output[0]?.arguments, streamed.item.arguments]).toEqual(Array(2).fill({ query: "weather" }));
});

test("a search for tools is read as a call, whole and from its events", () => {
  const call = { kind: "tool_call", name: "tool_search", text: '{"query":"secret weather"}' };
  expect(responses.responseText.reply(response())).toMatchObject([call]);
  const events = responses.replay(response()).map(({ data }) => data as Body);
  expect(events.flatMap((event) => responses.responseText.event(event))).toMatchObject([call]);
  const added = events.find(({ type }) => type === "response.output_item.added");
  expect(added?.item).toMatchObject({ arguments: {}, status: "in_progress" });
});

test("a search for tools counts as content and as a call", () => {
  const added = { type: "response.output_item.added", output_index: 0, item: search() };
  expect(responses.observeEvent(added)).toMatchObject({ content: true, toolCalls: 1 });
  expect(responses.observeResponse(response())).toMatchObject({ toolCalls: 1, text: '{"query":"secret weather"}' });
});

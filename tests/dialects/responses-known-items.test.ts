import { expect, test } from "vitest";
import { withCallItems, withKnownItems, withKnownItemsInEvent } from "#server/dialects/responses/encode/known-items.ts";

const PAGE = {
  type: "mcp_call",
  id: "mcp_1",
  server_label: "switchboard",
  name: "web_fetch",
  arguments: '{"url":"https://a.example/"}',
  status: "completed",
};
const SUM = { type: "mcp_call", id: "mcp_2", server_label: "maths", name: "add", arguments: '{"a":2}', output: "5" };
const MESSAGE = { type: "message", id: "msg_1", role: "assistant", content: [] };

/** What a client that validates items keeps of one: the fields in its schema. */
const kept = (item: Record<string, unknown>, names: string[]) =>
  Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)));

test.each([
  ["a page", { ...PAGE, output: "Bread", error: null }, { output: "Bread" }],
  ["a failure", { ...PAGE, output: null, error: "Gone" }, { error: "Gone" }],
])("%s that a client sends back is the original call again", (_, item, result) => {
  const { output } = withKnownItems({ output: [item, MESSAGE] }) as { output: Record<string, unknown>[] };
  expect(output.map(({ type }) => type)).toEqual(["openrouter:web_fetch", "message"]);
  const { status: _status, ...call } = PAGE;
  expect(withCallItems(output)).toEqual([{ ...call, ...result }, MESSAGE]);
});

test("any other call keeps its names when sent back, and the model is told that its result is missing", () => {
  const { data } = withKnownItemsInEvent({ data: { type: "response.output_item.done", item: SUM } });
  const { item } = data as { item: Record<string, unknown> };
  expect(withCallItems([kept(item, ["type", "id", "status", "serverLabel", "toolName"])])).toEqual([
    expect.objectContaining({
      type: "mcp_call",
      id: "mcp_2",
      server_label: "maths",
      name: "add",
      output: expect.stringContaining("did not send"),
    }),
  ]);
  expect(withCallItems([item])).toEqual([expect.objectContaining({ ...SUM })]);
});

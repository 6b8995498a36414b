import { expect, test } from "vitest";
import { createItemMemory } from "#server/operations/responses/item-memory.ts";

const message = (id: string, text = "Hi") => ({ type: "message", id, content: [{ type: "output_text", text }] });
const reference = (id: string) => ({ type: "item_reference", id });
const memory = (maxBytes = 10_000) => createItemMemory({ maxBytes, lifetimeMs: 1000 });

test("a reference is replaced by its item, and the rest of the input is unchanged", () => {
  const items = memory();
  items.remember("a", [message("msg_1")], 0);
  const input = [{ role: "user", content: "Hi" }, reference("msg_1"), reference("msg_2")];
  expect(items.resolve("a", input, 1)).toEqual([input[0], message("msg_1"), input[2]]);
  expect(items.resolve("a", "Hi", 1)).toBe("Hi");
});

test("another owner's items are not found", () => {
  const items = memory();
  items.remember("a", [message("msg_1")], 0);
  expect(items.resolve("b", [reference("msg_1")], 1)).toEqual([reference("msg_1")]);
});

test("an item expires", () => {
  const items = memory();
  items.remember("a", [message("msg_1")], 0);
  expect(items.resolve("a", [reference("msg_1")], 999)).toEqual([message("msg_1")]);
  expect(items.resolve("a", [reference("msg_1")], 1000)).toEqual([reference("msg_1")]);
});

test("the oldest items are evicted at the size limit", () => {
  const items = memory(500);
  for (const id of ["msg_1", "msg_2", "msg_3"]) items.remember("a", [message(id, "x".repeat(150))], 0);
  expect(items.resolve("a", [reference("msg_1"), reference("msg_3")], 1)).toEqual([
    reference("msg_1"),
    message("msg_3", "x".repeat(150)),
  ]);
});

import { expect, test } from "vitest";
import { chat } from "#server/dialects/chat/chat.ts";
import { targetProvider } from "../target-provider.ts";

const call = { id: "c", type: "function", function: { name: "f", arguments: "{}" } };

test("fields of a message that other providers do not have are noted", () => {
  const messages = [
    { role: "assistant", content: "Hi", tool_plan: "Look", id: "msg_1", tool_calls: [call] },
    { role: "tool", tool_call_id: "c", name: "f", content: "5", metadata: { output: "5" } },
  ];
  expect(chat.decode({ model: "m", messages }, targetProvider("google")).notes).toEqual([
    "messages[0].tool_plan: dropped",
    "messages[1].metadata: dropped",
  ]);
});

import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { chat } from "#server/dialects/chat/chat.ts";
import { responses } from "#server/dialects/responses/responses.ts";
import { targetProvider } from "./target-provider.ts";

// Of several results of one call, which most providers reject, the last one is sent.

const NOTE = "results of tools: only the last one of a call is sent";
const call = (id: string) => ({ id, type: "function", function: { name: "look", arguments: "{}" } });
const result = (id: string, content: string) => ({ role: "tool", tool_call_id: id, content });

const outputsIn = (prompt: LanguageModelV4Prompt) =>
  prompt.flatMap((message) => {
    if (message.role !== "tool") return [];
    return message.content.flatMap((part) =>
      part.type === "tool-result" && part.output.type === "text" ? `${part.toolCallId} ${part.output.value}` : [],
    );
  });

test.each(["anthropic", "google", "groq", "amazon-bedrock"])("in chat, for %s", (provider) => {
  const messages = [
    { role: "user", content: "Look" },
    { role: "assistant", content: null, tool_calls: [call("a"), call("b")] },
    ...[result("a", "first"), result("b", "other"), result("a", "second")],
    { role: "user", content: "Go on" },
  ];
  const { options, notes } = chat.decode({ model: "m", messages }, targetProvider(provider));
  expect(outputsIn(options.prompt)).toEqual(["b other", "a second"]);
  expect(notes).toContain(NOTE);
});

test("in responses", () => {
  const output = (text: string) => ({ type: "function_call_output", call_id: "a", output: text });
  const input = [
    { role: "user", content: "Look" },
    { type: "function_call", call_id: "a", name: "look", arguments: "{}" },
    ...[output("first"), output("second")],
  ];
  const { options, notes } = responses.decode({ model: "m", input }, targetProvider("anthropic"));
  expect(outputsIn(options.prompt)).toEqual(["a second"]);
  expect(notes).toContain(NOTE);
});

test("calls with the same id keep all of their results", () => {
  const messages = [
    { role: "user", content: "Look" },
    { role: "assistant", content: null, tool_calls: [call("a"), call("a")] },
    ...[result("a", "first"), result("a", "second")],
  ];
  const { options, notes } = chat.decode({ model: "m", messages }, targetProvider("anthropic"));
  expect(outputsIn(options.prompt)).toEqual(["a first", "a second"]);
  expect(notes).not.toContain(NOTE);
});

import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { describe, expect, test } from "vitest";
import { chat } from "#server/dialects/chat/chat.ts";
import { messages as messagesDialect } from "#server/dialects/messages/messages.ts";
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

describe.each(["anthropic", "google", "groq", "openai"])(
  "a result that comes after a later message of the model, for %s",
  (provider) => {
    const begun = [
      { role: "user", content: "Look" },
      { role: "assistant", content: null, tool_calls: [call("a")] },
    ];
    const decode = (...more: object[]) =>
      chat.decode({ model: "m", messages: [...begun, ...more] }, targetProvider(provider));
    const said = (prompt: LanguageModelV4Prompt) =>
      prompt.flatMap(({ role, content }) =>
        Array.isArray(content)
          ? content.map((part) => ("text" in part ? `${role} ${part.text}` : `${role} ${part.type}`))
          : [],
      );

    test("is left out if it was there before", () => {
      const { options, notes } = decode(
        result("a", "first"),
        { role: "assistant", content: "I see" },
        result("a", "first"),
        { role: "user", content: "Go on" },
      );
      expect(said(options.prompt)).toEqual([
        "user Look",
        "assistant tool-call",
        "tool tool-result",
        "assistant I see",
        "user Go on",
      ]);
      expect(notes).toContain("results of tools: left out where they are repeated in a later turn");
    });

    test("is a text if it differs, or if its call is not there", () => {
      const { options, notes } = decode(
        result("a", "first"),
        { role: "assistant", content: "I see" },
        result("a", "second"),
        { ...result("b", "other"), name: "find" },
      );
      expect(said(options.prompt).slice(3)).toEqual([
        "assistant I see",
        "user Result of the tool look: second",
        "user Result of the tool find: other",
      ]);
      expect(notes).toContain("results of tools: sent as text where their call is not open");
    });

    test("goes to its call if that has none yet", () => {
      const { options, notes } = decode(
        { role: "user", content: "Hurry" },
        { role: "assistant", content: "Soon" },
        result("a", "first"),
        { role: "user", content: "Go on" },
      );
      expect(said(options.prompt)).toEqual([
        "user Look",
        "assistant tool-call",
        "tool tool-result",
        "user Hurry",
        "assistant Soon",
        "user Go on",
      ]);
      expect(notes.join()).not.toContain("results of tools");
    });
  },
);

test("results of calls whose ids a later turn uses again belong to the later turn", () => {
  const turn = (content: string) => [
    { role: "assistant", content: null, tool_calls: [call("a")] },
    result("a", content),
  ];
  const messages = [{ role: "user", content: "Look" }, ...turn("first"), ...turn("second")];
  const { options, notes } = chat.decode({ model: "m", messages }, targetProvider("anthropic"));
  expect(outputsIn(options.prompt)).toEqual(["a first", "a second"]);
  expect(notes.join()).not.toContain("results of tools");
});

describe("in messages", () => {
  const use = (id: string) => ({ type: "tool_use", id, name: "look", input: {} });
  const returned = (id: string, content: string) => ({ type: "tool_result", tool_use_id: id, content });
  const decode = (...messages: object[]) =>
    messagesDialect.decode({ model: "m", max_tokens: 9, messages }, targetProvider("google"));

  test("the last of several results in one turn is sent", () => {
    const results = [returned("a", "first"), returned("a", "second")];
    const { options, notes } = decode({ role: "assistant", content: [use("a")] }, { role: "user", content: results });
    expect(outputsIn(options.prompt)).toEqual(["a second"]);
    expect(notes).toContain(NOTE);
  });

  test("a result that comes again in a later turn is left out, and another one is a text", () => {
    const { options, notes } = decode(
      { role: "assistant", content: [use("a")] },
      { role: "user", content: [returned("a", "first")] },
      { role: "assistant", content: "I see" },
      { role: "user", content: [returned("a", "first"), returned("a", "second"), { type: "text", text: "Go on" }] },
    );
    expect(outputsIn(options.prompt)).toEqual(["a first"]);
    expect(JSON.stringify(options.prompt.slice(3))).toContain("Result of the tool look: second");
    expect(notes).toContain("results of tools: sent as text where their call is not open");
  });
});

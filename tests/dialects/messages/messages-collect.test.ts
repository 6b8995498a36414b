import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { describe, expect, test } from "vitest";
import type { DialectEvent } from "#server/dialects/dialect.ts";
import { messages } from "#server/dialects/messages/messages.ts";
import { targetProvider } from "../target-provider.ts";

const event = (type: string, fields: Record<string, unknown> = {}): DialectEvent => ({
  event: type,
  data: { type, ...fields },
});
const delta = (index: number, fields: Record<string, unknown>) =>
  event("content_block_delta", { index, delta: fields });

/** A response with thinking, text and a tool call, as in Anthropic's public documentation of streams. */
const recorded: DialectEvent[] = [
  event("message_start", {
    message: {
      id: "msg_01",
      type: "message",
      role: "assistant",
      model: "claude-x",
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: {
        input_tokens: 472,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 10,
        output_tokens: 2,
        service_tier: "standard",
      },
    },
  }),
  event("content_block_start", { index: 0, content_block: { type: "thinking", thinking: "", signature: "" } }),
  event("ping"),
  delta(0, { type: "thinking_delta", thinking: "The user wants " }),
  delta(0, { type: "thinking_delta", thinking: "weather." }),
  delta(0, { type: "signature_delta", signature: "EqQBCgIYAhIM1g==" }),
  event("content_block_stop", { index: 0 }),
  event("content_block_start", { index: 1, content_block: { type: "text", text: "" } }),
  delta(1, { type: "text_delta", text: "Okay, " }),
  delta(1, { type: "text_delta", text: "let's check." }),
  event("content_block_stop", { index: 1 }),
  event("content_block_start", {
    index: 2,
    content_block: { type: "tool_use", id: "toolu_01", name: "get_weather", input: {} },
  }),
  delta(2, { type: "input_json_delta", partial_json: "" }),
  delta(2, { type: "input_json_delta", partial_json: '{"location": "San' }),
  delta(2, { type: "input_json_delta", partial_json: ' Francisco, CA"}' }),
  event("content_block_stop", { index: 2 }),
  event("message_delta", {
    delta: { stop_reason: "tool_use", stop_sequence: null },
    usage: { input_tokens: null, output_tokens: 89 },
  }),
  event("message_stop", { service_metadata: { attempt: 1 } }),
];

describe("the whole response", () => {
  test("contains the events' data and every field of the contract", () => {
    expect(messages.collect(recorded)).toEqual({
      id: "msg_01",
      type: "message",
      role: "assistant",
      model: "claude-x",
      content: [
        { type: "thinking", thinking: "The user wants weather.", signature: "EqQBCgIYAhIM1g==" },
        { type: "text", text: "Okay, let's check." },
        { type: "tool_use", id: "toolu_01", name: "get_weather", input: { location: "San Francisco, CA" } },
      ],
      stop_reason: "tool_use",
      stop_sequence: null,
      stop_details: null,
      container: null,
      context_management: null,
      provider: null,
      usage: {
        cache_creation: null,
        inference_geo: null,
        output_tokens_details: null,
        server_tool_use: null,
        input_tokens: 472,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 10,
        output_tokens: 89,
        service_tier: "standard",
      },
      service_metadata: { attempt: 1 },
    });
  });

  test("a cut stream never looks finished", () => {
    expect(messages.collect(recorded.slice(0, -2))).toMatchObject({ stop_reason: null });
  });

  test("a response sent back decodes to the same thinking, text and call", () => {
    const reply = messages.collect(recorded);
    const { options } = messages.decode(
      { model: "m", messages: [{ role: "assistant", content: reply.content }] },
      targetProvider("anthropic"),
    );
    expect(options.prompt).toEqual([
      {
        role: "assistant",
        content: [
          {
            type: "reasoning",
            text: "The user wants weather.",
            providerOptions: { anthropic: { signature: "EqQBCgIYAhIM1g==" } },
          },
          { type: "text", text: "Okay, let's check." },
          {
            type: "tool-call",
            toolCallId: "toolu_01",
            toolName: "get_weather",
            input: { location: "San Francisco, CA" },
          },
        ],
      },
    ]);
  });
});

describe("the response does not depend on how it is divided into pieces", () => {
  const thinking = "Zuerst: überlegen 🤔, dann\nantworten.";
  const answer = 'Größe: 10 "cm" \\ fertig 🎉';
  const input = JSON.stringify({ path: "/a b/ü", n: [1, 2.5, null], nested: { "🎉": "\n" } });
  const whole = collectedMessage([thinking], [answer], [input]);

  test.each(Array.from({ length: 40 }, (_, seed) => seed))("division number %i gives the same response", (seed) => {
    const random = generator(seed);
    expect(collectedMessage(cut(thinking, random), cut(answer, random), cut(input, random))).toEqual(whole);
  });

  test("the divided response matches the whole one", () => {
    expect(whole.content).toEqual([
      { type: "thinking", thinking, signature: "sb1.unsigned" },
      { type: "text", text: answer },
      { type: "tool_use", id: "c", name: "write", input: JSON.parse(input) },
    ]);
  });
});

function collectedMessage(thinking: string[], answer: string[], input: string[]) {
  const parts: LanguageModelV4StreamPart[] = [
    { type: "reasoning-start", id: "r" },
    ...thinking.map((piece) => ({ type: "reasoning-delta" as const, id: "r", delta: piece })),
    { type: "reasoning-end", id: "r" },
    { type: "text-start", id: "t" },
    ...answer.map((piece) => ({ type: "text-delta" as const, id: "t", delta: piece })),
    { type: "text-end", id: "t" },
    { type: "tool-input-start", id: "c", toolName: "write" },
    ...input.map((piece) => ({ type: "tool-input-delta" as const, id: "c", delta: piece })),
    { type: "tool-call", toolCallId: "c", toolName: "write", input: input.join("") },
    {
      type: "finish",
      finishReason: { unified: "tool-calls", raw: undefined },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: 1, text: undefined, reasoning: undefined },
      },
    },
  ];
  const encoder = messages.encoder({ id: "g", model: "m", createdAt: 1, request: {} });
  return messages.collect(parts.flatMap((part) => encoder.encode(part)));
}

/** Cuts between any two code units, also through a surrogate pair, and puts empty pieces in between. */
function cut(text: string, random: () => number): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = start + Math.floor(random() * 6);
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

/** A small linear congruential generator, so that a failing cut can be repeated. */
function generator(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import type { DialectEvent, EncodeContext, Encoder } from "#server/dialects/dialect.ts";

export type Part = LanguageModelV4StreamPart;

const usage: LanguageModelV4Usage = {
  inputTokens: { total: 20, noCache: 12, cacheRead: 8, cacheWrite: undefined },
  outputTokens: { total: 9, text: 5, reasoning: 4 },
};

export const context: EncodeContext = {
  id: "gen-1",
  model: "author/model",
  createdAt: 1_700_000_000,
  request: { model: "author/model", input: "Hi" },
  cost: () => 0.0015,
  trailer: () => ({ service_metadata: { attempt: 1 } }),
};

/** A text in pieces of `size` characters. */
export function textParts(text: string, size: number, id = "t1"): Part[] {
  return [
    { type: "text-start", id },
    ...pieces(text, size).map((delta): Part => ({ type: "text-delta", id, delta })),
    { type: "text-end", id },
  ];
}

export function reasoningParts(text: string, size: number, id = "r1"): Part[] {
  return [
    { type: "reasoning-start", id },
    ...pieces(text, size).map((delta): Part => ({ type: "reasoning-delta", id, delta })),
    { type: "reasoning-end", id, providerMetadata: { anthropic: { signature: "c2ln" } } },
  ];
}

export function callParts(id: string, toolName: string, input: string, size: number): Part[] {
  return [
    { type: "tool-input-start", id, toolName },
    ...pieces(input, size).map((delta): Part => ({ type: "tool-input-delta", id, delta })),
    { type: "tool-input-end", id },
    { type: "tool-call", toolCallId: id, toolName, input },
  ];
}

type Unified = Extract<Part, { type: "finish" }>["finishReason"]["unified"];

export function finish(unified: Unified = "stop"): Part {
  return { type: "finish", usage, finishReason: { unified, raw: unified } };
}

export function encodeAll(encoder: Encoder, parts: Part[]): DialectEvent[] {
  return parts.flatMap((part) => encoder.encode(part));
}

function pieces(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );
}

export const ANSWER = "Hello, wörld 👋";
export const INPUT = '{ "city": "Paris",\n "id": 12345678901234567890 }';

/** Returns a response with reasoning, `ANSWER` and a call with `INPUT`, in pieces of `size` characters. */
export function scenario(size: number): Part[] {
  return [
    { type: "stream-start", warnings: [] },
    ...reasoningParts("Let me think.", size),
    ...textParts(ANSWER, size),
    ...callParts("call_1", "weather", INPUT, size),
    finish("tool-calls"),
  ];
}

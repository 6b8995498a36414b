import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import type { DialectEvent, EncodeContext } from "#server/dialects/dialect.ts";
import { messages } from "#server/dialects/messages/messages.ts";

export type Part = LanguageModelV4StreamPart;
type Data = { type: string; index?: number; [key: string]: unknown };

const usage: LanguageModelV4Usage = {
  inputTokens: { total: 100, noCache: undefined, cacheRead: 60, cacheWrite: undefined },
  outputTokens: { total: 20, text: 12, reasoning: 8 },
};

/** The end of a response with 100 input and 20 output tokens. */
export const finish = (
  unified: Extract<Part, { type: "finish" }>["finishReason"]["unified"] = "stop",
  raw?: string,
): Part => ({
  type: "finish",
  usage,
  finishReason: { unified, raw },
});

/** A text block in the given pieces. */
export const text = (id: string, ...deltas: string[]): Part[] => [
  { type: "text-start", id },
  ...deltas.map((delta): Part => ({ type: "text-delta", id, delta })),
  { type: "text-end", id },
];

/** A tool call in the given pieces, then repeated whole. */
export const call = (id: string, name: string, ...deltas: string[]): Part[] => [
  { type: "tool-input-start", id, toolName: name },
  ...deltas.map((delta): Part => ({ type: "tool-input-delta", id, delta })),
  { type: "tool-input-end", id },
  { type: "tool-call", toolCallId: id, toolName: name, input: deltas.join("") },
];

/** The events of a whole stream of neutral parts. */
export function encode(parts: Part[], context: Partial<EncodeContext> = {}): DialectEvent[] {
  const encoder = messages.encoder({ id: "gen-1", model: "a/b", createdAt: 1, request: {}, ...context });
  return parts.flatMap((part) => encoder.encode(part));
}
const datas = (events: DialectEvent[]) => events.map(({ data }) => data as Data);
export const find = (events: DialectEvent[], type: string) => datas(events).filter((data) => data.type === type);
export const shape = (events: DialectEvent[]) =>
  datas(events).map(({ type, index }) => (index === undefined ? type : `${type} ${index}`));

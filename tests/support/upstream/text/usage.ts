import type { TextAnswer } from "./answer.ts";
import type { Ask, Turn } from "./ask.ts";

/** The usage that a response reports. `inputTokens` counts the whole input, the cached parts included. */
export type TextUsage = {
  inputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
  cacheWrite1hTokens: number;
  /** Includes the reasoning. */
  outputTokens: number;
  reasoningTokens: number;
};

const TOKENS_PER_ATTACHMENT = 100;

/** Returns the tokens of a text: one per four characters, rounded up. */
export function tokensOf(text: string): number {
  return Math.ceil(text.length / 4);
}

/**
 * Derives usage from the lengths of the texts. If the format has cache marks, the first turn of a conversation writes
 * the marked text and later turns read it; otherwise later turns read everything before the last user turn.
 */
export function usageOf(ask: Ask, answer: TextAnswer): TextUsage {
  const marked = ask.cacheMarkedText;
  const isLaterTurn = ask.turns.some((turn) => turn.role === "assistant");
  const written = marked !== undefined && !isLaterTurn ? tokensOf(marked) : 0;
  const reasoningTokens = tokensOf(answer.thinking);
  return {
    inputTokens: inputTokensOf(ask.turns),
    cacheReadTokens: isLaterTurn ? tokensOf(marked ?? "") : 0,
    cacheWriteTokens: ask.cacheLifetime === "1h" ? 0 : written,
    cacheWrite1hTokens: ask.cacheLifetime === "1h" ? written : 0,
    outputTokens: reasoningTokens + tokensOf(answer.text) + toolTokens(answer),
    reasoningTokens,
  };
}

export function inputTokensOf(turns: Turn[]): number {
  const attachments = turns.reduce((sum, turn) => sum + (turn.attachments ?? 0), 0);
  return tokensOf(turns.map((turn) => turn.text).join("")) + attachments * TOKENS_PER_ATTACHMENT;
}

function toolTokens(answer: TextAnswer): number {
  return answer.toolCalls.reduce((sum, call) => sum + tokensOf(call.name + JSON.stringify(call.arguments)), 0);
}

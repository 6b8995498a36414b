import type { Routing } from "./routing.ts";

export type Dialect = "responses" | "messages";

/** `arguments` is JSON text, as far as it has come. */
export type ToolCall = { id: string; name: string; arguments: string };

/** Tokens as the dialect told them; `costUsd` is absent when the reply names no cost. */
export type AnswerUsage = {
  inputTokens: number;
  outputTokens: number;
  cachedTokens: number;
  reasoningTokens: number;
  costUsd?: number;
};

/** Why an answer failed. `status` is the HTTP status, 0 without an answer, null when told inside the stream without one. */
export type AnswerError = {
  status: number | null;
  message: string;
  requestId?: string;
  /** Names of models like the one that is not there. */
  suggestions?: readonly string[];
  /** The guardrail that refused it. */
  guardrailId?: string;
  /** The provider refused the key that it was called with. */
  isProviderKey?: boolean;
  /** `Date.now()` from which it may be tried again. */
  retryAtMs?: number;
};

export type Answer = {
  status: "waiting" | "streaming" | "done" | "stopped" | "failed";
  dialect: Dialect;
  /** As the person chose it. */
  model: string;
  /** As the reply names it: a fallback, or the provider's own name. */
  servedModel?: string;
  text: string;
  reasoning: string;
  toolCalls: readonly ToolCall[];
  /** The dialect's own output items or content blocks, sent back as they came in later turns of the same dialect. */
  blocks: readonly Block[];
  /** Times on the page's clock (`performance.now()`). */
  startedMs: number;
  firstContentMs?: number;
  endedMs?: number;
  streamed: boolean;
  finish?: string;
  usage?: AnswerUsage;
  generationId?: string;
  routing?: Routing;
  error?: AnswerError;
};

export type Block = Record<string, unknown>;

/** An answer before anything has come. */
export function newAnswer(dialect: Dialect, model: string, streamed: boolean, startedMs: number): Answer {
  return {
    status: "waiting",
    dialect,
    model,
    text: "",
    reasoning: "",
    toolCalls: [],
    blocks: [],
    startedMs,
    streamed,
  };
}

export function isRunning({ status }: Answer): boolean {
  return status === "waiting" || status === "streaming";
}

/** Output tokens a second from the first content to the end; null where there is nothing to divide. */
export function tokensPerSecond({ usage, firstContentMs, endedMs, streamed }: Answer): number | null {
  if (!usage || !streamed || firstContentMs === undefined || endedMs === undefined) return null;
  const seconds = (endedMs - firstContentMs) / 1000;
  // Of an answer that came in one piece the speed cannot be told.
  return seconds >= 0.05 && usage.outputTokens > 1 ? usage.outputTokens / seconds : null;
}

/** Milliseconds to the first content; null for an answer that was not streamed or has none. */
export function timeToFirstMs({ startedMs, firstContentMs, streamed }: Answer): number | null {
  return streamed && firstContentMs !== undefined ? firstContentMs - startedMs : null;
}

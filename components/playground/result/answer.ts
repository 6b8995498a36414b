import type { Routing } from "./routing.ts";

export type Dialect = "responses" | "messages";

/** `arguments` is the JSON text so far. */
export type ToolCall = { id: string; name: string; arguments: string };

/** A tool that the gateway runs. `result` is its error if it failed. */
export type ServerCall = ToolCall & { server: string; result: string; status: "running" | "done" | "failed" };

/** A call of an MCP server's tool that waits for the user's approval. */
export type ApprovalRequest = ToolCall & { server: string };

/** Tokens as the dialect reports them; `costUsd` is absent if the response has no cost. */
export type AnswerUsage = {
  inputTokens: number;
  outputTokens: number;
  cachedTokens: number;
  reasoningTokens: number;
  costUsd?: number;
};

/**
 * Why a response failed. `status` is the HTTP status, 0 without a response, null for an error inside the stream without
 * one.
 */
export type AnswerError = {
  status: number | null;
  message: string;
  requestId?: string;
  /** Names similar to the unknown model's. */
  suggestions?: readonly string[];
  /** The guardrail that blocked it. */
  guardrailId?: string;
  /** The provider rejected the key used. */
  isProviderKey?: boolean;
  /** `Date.now()` from which it may be retried. */
  retryAtMs?: number;
};

export type Answer = {
  status: "waiting" | "streaming" | "done" | "stopped" | "failed";
  dialect: Dialect;
  /** The user's choice. */
  model: string;
  /** The name in the response: a fallback, or the provider's own name. */
  servedModel?: string;
  text: string;
  reasoning: string;
  toolCalls: readonly ToolCall[];
  /** Absent in conversations that an earlier version stored. */
  serverCalls?: readonly ServerCall[];
  /** Absent: none. */
  approvals?: readonly ApprovalRequest[];
  /** The dialect's own output items or content blocks, sent back unchanged in later turns of the same dialect. */
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

/** Creates an empty response. */
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

/** Returns output tokens per second from the first content to the end; null if unknown. */
export function tokensPerSecond({ usage, firstContentMs, endedMs, streamed }: Answer): number | null {
  if (!usage || !streamed || firstContentMs === undefined || endedMs === undefined) return null;
  const seconds = (endedMs - firstContentMs) / 1000;
  // A response in one piece has no measurable speed.
  return seconds >= 0.05 && usage.outputTokens > 1 ? usage.outputTokens / seconds : null;
}

/** Returns milliseconds to the first content; null for a response without streaming or content. */
export function timeToFirstMs({ startedMs, firstContentMs, streamed }: Answer): number | null {
  return streamed && firstContentMs !== undefined ? firstContentMs - startedMs : null;
}

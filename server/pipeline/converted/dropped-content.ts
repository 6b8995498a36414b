import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { isPaused } from "#server/dialects/pause.ts";
import { UpstreamError } from "#server/errors.ts";
import type { AttemptState } from "../attempts/attempt-state.ts";
import type { TextCall } from "../text-call.ts";

// Providers choose these names, so bound both their number and their length.
const MOST_KINDS = 50;
const LONGEST_KIND = 100;

/** Records, once per kind, that content of this kind was dropped from a response. */
export function noteDropped(state: AttemptState, named: string): void {
  const kind = named.slice(0, LONGEST_KIND);
  state.dropped ??= new Set();
  if (state.dropped.has(kind) || state.dropped.size >= MOST_KINDS) return;
  state.dropped.add(kind);
  state.notes.push(`response (${kind}): dropped`);
}

type Ending = Extract<LanguageModelV4StreamPart, { type: "finish" }>["finishReason"];

/**
 * Throws if everything in a response was dropped. An empty response would suggest that the model had nothing to say.
 */
export function rejectEmptyResponse({ dialect }: TextCall, { dropped }: AttemptState, ending: Ending): void {
  if (!dropped || isCompleteWithoutContent(ending)) return;
  const kinds = [...dropped];
  // The tools ran, and the model wrote no text afterwards.
  if (kinds.every(isOfProviderTool)) return;
  const list = kinds.join(", ");
  // Only the caller can fix this, by using another dialect; the model did as asked.
  if (kinds.every((kind) => kind.includes("/"))) {
    const message = `The response has only ${list}, which ${PATHS[dialect.id]} cannot return: use ${OTHERS[dialect.id]}`;
    throw new UpstreamError(400, message, { retryable: false, fault: "request" });
  }
  const message = `The provider's response has only unknown content (${list})`;
  throw new UpstreamError(502, message, { retryable: true });
}

/**
 * Returns whether the response says why it has no content: a refusal, a pause, or a token limit that sealed reasoning
 * has used up.
 */
function isCompleteWithoutContent({ unified, raw }: Ending): boolean {
  return unified === "content-filter" || unified === "length" || isPaused(raw);
}

function isOfProviderTool(kind: string): boolean {
  return kind.endsWith(" call") || kind.endsWith(" result");
}

const PATHS = {
  chat: "/chat/completions",
  completions: "/completions",
  messages: "/messages",
  responses: "/responses",
};
const OTHERS = {
  chat: "/responses",
  completions: "/chat/completions",
  messages: "/responses or /chat/completions",
  responses: "/chat/completions",
};

import type { Metric, Need, Reading } from "./counter.ts";

/** The provider whose header names the response uses, because the caller's client reads those. */
export type HeaderForm = "openai" | "anthropic";

type State = { limit: number; remaining: number; resetMs: number };

/**
 * Returns the rate-limit headers of a response: for requests and for tokens the state of the limit with the least
 * remaining, as both providers document. `nowMs`: Unix ms.
 */
export function rateHeaders(
  form: HeaderForm,
  needs: readonly Need[],
  readings: readonly Reading[],
  nowMs: number,
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [word, metrics] of Object.entries(form === "openai" ? OPENAI : ANTHROPIC)) {
    const state = tightest(metrics, needs, readings);
    if (!state) continue;
    const [limit, remaining, reset] = NAMES[form](word);
    headers[limit] = String(state.limit);
    headers[remaining] = String(state.remaining);
    headers[reset] = form === "openai" ? duration(state.resetMs) : moment(nowMs + state.resetMs);
  }
  return headers;
}

/** OpenAI counts input and output together. */
const OPENAI: Record<string, readonly Metric[]> = {
  requests: ["requests"],
  tokens: ["input_tokens", "output_tokens"],
};

const ANTHROPIC: Record<string, readonly Metric[]> = {
  ...OPENAI,
  "input-tokens": ["input_tokens"],
  "output-tokens": ["output_tokens"],
};

const NAMES: Record<HeaderForm, (word: string) => [string, string, string]> = {
  openai: (word) => [`x-ratelimit-limit-${word}`, `x-ratelimit-remaining-${word}`, `x-ratelimit-reset-${word}`],
  anthropic: (word) => [
    `anthropic-ratelimit-${word}-limit`,
    `anthropic-ratelimit-${word}-remaining`,
    `anthropic-ratelimit-${word}-reset`,
  ],
};

function tightest(metrics: readonly Metric[], needs: readonly Need[], readings: readonly Reading[]): State | undefined {
  let least: State | undefined;
  for (const [index, { counter }] of needs.entries()) {
    if (counter.period === "concurrent" || !metrics.includes(counter.metric)) continue;
    const { used, resetMs } = readings[index] as Reading;
    const state = { limit: counter.limit, remaining: Math.max(0, counter.limit - used), resetMs };
    if (!least || state.remaining < least.remaining) least = state;
  }
  return least;
}

/** Returns a duration as OpenAI writes it, in Go's form: `350ms`, `12s`, `6m0s`, `3h0m12s`. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.ceil(ms))}ms`;
  const total = Math.ceil(ms / 1_000);
  const [hours, minutes, seconds] = [Math.floor(total / 3_600), Math.floor((total % 3_600) / 60), total % 60];
  if (hours > 0) return `${hours}h${minutes}m${seconds}s`;
  return minutes > 0 ? `${minutes}m${seconds}s` : `${seconds}s`;
}

/** Returns a time as Anthropic writes it: RFC 3339 in whole seconds. */
function moment(atMs: number): string {
  return `${new Date(Math.ceil(atMs / 1_000) * 1_000).toISOString().slice(0, 19)}Z`;
}

/** Returns the headers that tell a client when to try again. OpenAI's and Anthropic's clients prefer milliseconds. */
export function retryHeaders(waitMs: number): Record<string, string> {
  return {
    "retry-after": String(Math.max(1, Math.ceil(waitMs / 1_000))),
    "retry-after-ms": String(Math.max(1, Math.ceil(waitMs))),
  };
}

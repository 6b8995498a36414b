import { HttpError } from "#server/errors.ts";
import type { Counter, Need, Reading } from "./counter.ts";
import { type HeaderForm, rateHeaders, retryHeaders } from "./rate-headers.ts";
import { fieldOf } from "./rules.ts";

/** Why a request may not start: what its counters say, and which of them reject it. */
export type Refusal = {
  needs: readonly Need[];
  readings: readonly Reading[];
  blockers: readonly Counter[];
  /** Until all of them may allow it, if they say so. */
  freesMs: number;
};

/** How long to wait for a request in progress to end. */
const NEXT_TRY_MS = 1_000;

/** Returns the 429 of a request that a rate limit rejects. `nowMs`: Unix ms. */
export function rateRefusal(
  form: HeaderForm,
  { needs, readings, blockers, freesMs }: Refusal,
  nowMs: number,
  note?: string,
): HttpError {
  const [first] = blockers as [Counter];
  const waitMs = Math.max(freesMs, NEXT_TRY_MS);
  const seconds = Math.ceil(waitMs / 1_000);
  return new HttpError(
    429,
    `Rate limit exceeded: "${first.rule.name}" allows ${amountOf(first)}. ${note ?? `Try again in ${seconds} s.`}`,
    {
      metadata: metadataOf(first),
      headers: { ...rateHeaders(form, needs, readings, nowMs), ...retryHeaders(waitMs) },
    },
  );
}

/** Returns the 429 of a request that a limit could never allow. Clients are told not to retry. */
export function tooLargeRefusal(form: HeaderForm, refusal: Refusal, need: Need, nowMs: number): HttpError {
  const { needs, readings } = refusal;
  return new HttpError(
    429,
    `Request too large: it may have ${need.amount} input tokens, but ${need.counter.rule.name} allows ${amountOf(need.counter)}`,
    {
      metadata: metadataOf(need.counter),
      headers: { ...rateHeaders(form, needs, readings, nowMs), ...retryHeaders(60_000), "x-should-retry": "false" },
    },
  );
}

function metadataOf(counter: Counter): Record<string, unknown> {
  const { rule, limit } = counter;
  return { rate_limit_id: rule.id, rate_limit: rule.name, field: fieldOf(counter), limit };
}

const PERIODS = { minute: " per minute", day: " per day", concurrent: " at the same time" };

function amountOf({ metric, period, limit }: Counter): string {
  const noun = metric.replace("_", " ");
  return `${limit} ${limit === 1 ? noun.slice(0, -1) : noun}${PERIODS[period]}`;
}

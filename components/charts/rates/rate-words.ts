import type { z } from "zod";
import type { RateLimit as RateLimitRecord, RateLimitUse as RateLimitUseRecord } from "#lib/contract/rate-limits.ts";
import { formatCount } from "#lib/format.ts";

export type RateLimit = z.output<typeof RateLimitRecord>;
export type SubjectUse = z.output<typeof RateLimitUseRecord>;
export type FieldUse = SubjectUse["uses"][number];

/** What the number of each limit counts: "600 requests per minute". */
export const RATE_UNITS: Record<FieldUse["field"], string> = {
  requests_per_minute: "requests per minute",
  requests_per_day: "requests per day",
  input_tokens_per_minute: "input tokens per minute",
  input_tokens_per_day: "input tokens per day",
  output_tokens_per_minute: "output tokens per minute",
  output_tokens_per_day: "output tokens per day",
  concurrent_requests: "concurrent requests",
};

/** The fields of a rate limit that hold a limit, in the order of the page. */
export const RATE_FIELDS = Object.keys(RATE_UNITS) as FieldUse["field"][];

/** "120 of 600 requests per minute" */
export function wordsOfUse({ field, used, limit }: FieldUse): string {
  return `${formatCount(used)} of ${formatCount(limit)} ${RATE_UNITS[field]}`;
}

/** A rule's limits in words: "600 requests per minute"; empty for a rule that only sets a priority. */
export function limitWords(rule: RateLimit): string[] {
  return RATE_FIELDS.flatMap((field) =>
    rule[field] === null ? [] : [`${formatCount(rule[field])} ${RATE_UNITS[field]}`],
  );
}

/** Returns the limit that is closest to being reached. */
export function mostUsed(uses: readonly FieldUse[]): FieldUse | undefined {
  return uses.toSorted((one, other) => other.used / other.limit - one.used / one.limit)[0];
}

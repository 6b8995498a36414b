import type { LoadedRateLimit } from "#server/data/rate-limits.ts";

/**
 * How a counter forgets. `minute`: what was counted stays for 60 to 61 seconds. `day`: until midnight UTC.
 * `concurrent`: until the request ends.
 */
export type Period = "minute" | "day" | "concurrent";

export type Metric = "requests" | "input_tokens" | "output_tokens";

/** One limit of a rule for one subject: what counts together. */
export type Counter = {
  name: string;
  /** The workspace. The counters of one request are all of one group. */
  group: string;
  rule: LoadedRateLimit;
  metric: Metric;
  period: Period;
  limit: number;
};

/** What a request takes from a counter. */
export type Need = { counter: Counter; amount: number };

/**
 * The state of a counter. `used`: including what was just taken. `resetMs`: until it is back to zero. `freesMs`: until
 * it allows what was asked for if nothing is given back before; 0 if it does now, -1 if nobody knows.
 */
export type Reading = { used: number; resetMs: number; freesMs: number };

/** Nobody knows when a request in progress ends. */
export const UNKNOWN_MS = -1;

/** The result of taking from several counters, all or none. `atMs`: when it was counted. */
export type Taken = { fits: boolean; atMs: number; readings: Reading[] };

/** What to add to a counter for a request that was counted at some time, or to take away. */
export type Correction = { counter: Counter; change: number };

/** The length of the buckets of a counter, and how many of them count besides the current one. */
export const BUCKETS = { minute: { sizeMs: 1_000, kept: 60 }, day: { sizeMs: 86_400_000, kept: 0 } } as const;

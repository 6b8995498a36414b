import { RATE_LIMIT_FIELDS, type RateLimitField } from "#lib/contract/rate-limits.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { LoadedRateLimit } from "#server/data/rate-limits.ts";
import type { Counter, Metric, Period } from "./counter.ts";

/** A rule, and whose requests it counts together for a caller. */
export type AppliedRule = { rule: LoadedRateLimit; subjectId: string };

/** Returns the rules of a workspace that apply to a caller, for any model. */
export function rulesOf(rules: readonly LoadedRateLimit[], caller: Principal): AppliedRule[] {
  const applied: AppliedRule[] = [];
  for (const rule of rules) {
    const subjectId = subjectOf(rule, caller);
    if (subjectId !== undefined) applied.push({ rule, subjectId });
  }
  return applied.filter(({ rule }) => isSpecific(rule) || !applied.some(({ rule: other }) => replaces(other, rule)));
}

/**
 * Returns whose requests a rule counts together with those of a caller; undefined if it does not apply to the caller.
 */
function subjectOf(rule: LoadedRateLimit, { workspaceId, key, userId }: Principal): string | undefined {
  if (rule.subject === "workspace") return workspaceId;
  const [id, only] = rule.subject === "key" ? [key?.stableId, rule.keyHash && rule.keyStableId] : [userId, rule.userId];
  return id && (!only || only === id) ? id : undefined;
}

function isSpecific({ subject, keyHash, userId }: LoadedRateLimit): boolean {
  return subject === "workspace" || keyHash !== null || userId !== null;
}

/** A rule for one key or member replaces those for each of them. */
function replaces(one: LoadedRateLimit, other: LoadedRateLimit): boolean {
  return isSpecific(one) && one.subject === other.subject && one.model === other.model;
}

/** What each field limits, its column, and the end of its counters' names. */
const FIELDS: Record<RateLimitField, { column: Column; metric: Metric; period: Period }> = {
  requests_per_minute: { column: "requestsPerMinute", metric: "requests", period: "minute" },
  requests_per_day: { column: "requestsPerDay", metric: "requests", period: "day" },
  input_tokens_per_minute: { column: "inputTokensPerMinute", metric: "input_tokens", period: "minute" },
  input_tokens_per_day: { column: "inputTokensPerDay", metric: "input_tokens", period: "day" },
  output_tokens_per_minute: { column: "outputTokensPerMinute", metric: "output_tokens", period: "minute" },
  output_tokens_per_day: { column: "outputTokensPerDay", metric: "output_tokens", period: "day" },
  concurrent_requests: { column: "concurrentRequests", metric: "requests", period: "concurrent" },
};

type Column =
  | ("requestsPerMinute" | "requestsPerDay" | "inputTokensPerMinute" | "inputTokensPerDay")
  | ("outputTokensPerMinute" | "outputTokensPerDay" | "concurrentRequests");

/** Returns the counters of a rule for one subject. */
export function countersOf({ rule, subjectId }: AppliedRule): Counter[] {
  return RATE_LIMIT_FIELDS.flatMap((field) => {
    const { column, metric, period } = FIELDS[field];
    const limit = rule[column];
    if (limit === null) return [];
    return { name: `${rule.id}:${subjectId}:${field}`, group: rule.workspaceId, rule, metric, period, limit };
  });
}

/** Returns the field of a rule that a counter belongs to. */
export function fieldOf({ metric, period }: Pick<Counter, "metric" | "period">): RateLimitField {
  return RATE_LIMIT_FIELDS.find(
    (field) => FIELDS[field].metric === metric && FIELDS[field].period === period,
  ) as RateLimitField;
}

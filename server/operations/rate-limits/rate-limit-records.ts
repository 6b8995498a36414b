import type { z } from "zod";
import type { NewRateLimit, RateLimit } from "#lib/contract/rate-limits.ts";
import type { RateLimitChanges, RateLimitRow } from "#server/data/rate-limits.ts";

type Wire = z.output<typeof RateLimit>;

/** Converts a stored rate limit to its API record. */
export function rateLimitRecord(row: RateLimitRow): Wire {
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    name: row.name,
    subject: row.subject,
    key_hash: row.keyHash,
    user_id: row.userId,
    model: row.model,
    requests_per_minute: row.requestsPerMinute,
    requests_per_day: row.requestsPerDay,
    input_tokens_per_minute: row.inputTokensPerMinute,
    input_tokens_per_day: row.inputTokensPerDay,
    output_tokens_per_minute: row.outputTokensPerMinute,
    output_tokens_per_day: row.outputTokensPerDay,
    concurrent_requests: row.concurrentRequests,
    max_wait_seconds: row.maxWaitSeconds,
    priority: row.priority,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

const COLUMNS = {
  name: "name",
  requests_per_minute: "requestsPerMinute",
  requests_per_day: "requestsPerDay",
  input_tokens_per_minute: "inputTokensPerMinute",
  input_tokens_per_day: "inputTokensPerDay",
  output_tokens_per_minute: "outputTokensPerMinute",
  output_tokens_per_day: "outputTokensPerDay",
  concurrent_requests: "concurrentRequests",
  max_wait_seconds: "maxWaitSeconds",
  priority: "priority",
} as const;

type Settings = Pick<z.output<typeof NewRateLimit>, keyof typeof COLUMNS>;
type Stored = Required<Pick<RateLimitChanges, (typeof COLUMNS)[keyof typeof COLUMNS]>>;

/** Returns the columns of the settings that a body contains. */
export function storedSettings(body: Settings): Stored;
export function storedSettings(body: { [Name in keyof Settings]?: Settings[Name] | undefined }): Partial<Stored>;
export function storedSettings(body: { [Name in keyof Settings]?: Settings[Name] | undefined }): Partial<Stored> {
  const names = Object.keys(COLUMNS) as (keyof Settings)[];
  return Object.fromEntries(
    names.filter((name) => body[name] !== undefined).map((name) => [COLUMNS[name], body[name]]),
  );
}

/** Returns a rate limit as the target of an audit entry. */
export function targetOf({ id, name }: RateLimitRow) {
  return { type: "rate_limit", id, name };
}

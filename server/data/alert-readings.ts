import { and, eq, gt, isNotNull, isNull, lte, or } from "drizzle-orm";
import type pg from "pg";
import type { Queries } from "./database.ts";
import { apiKey } from "./schema/api-keys.ts";
import { credential } from "./schema/credentials.ts";

/** What alert rules read about one workspace. Times are Unix ms; a range is `[from, to)`. */
export type ReadingRange = { workspaceId: string; from: number; to: number };

/** One hour (UTC) of what guardrails did, not counting shadow mode. */
export type HitHour = { atMs: number; action: string; matches: number };

const HITS = `
  select (extract(epoch from bucket) * 1000)::float8 as "atMs", action, sum(matches)::bigint as matches
  from guardrail_hit
  where span = 'hour' and not shadow and workspace_id = $1 and bucket >= $2 and bucket < $3
  group by bucket, action order by bucket`;

/** Returns the hours in which guardrails found something, oldest first. */
export async function readHitHours(pool: pg.Pool, range: ReadingRange): Promise<HitHour[]> {
  return (await pool.query<HitHour>(HITS, valuesOf(range))).rows;
}

/** A UTC day on which a workspace used a model of a provider. */
export type UsedDay = { atMs: number; model: string | null; provider: string | null; requests: number };

const USED = `
  select (extract(epoch from bucket) * 1000)::float8 as "atMs", model, provider, sum(requests)::bigint as requests
  from rollup join rollup_series on rollup_series.id = series_id
  where grain = 'model' and span = 'day' and rollup.workspace_id = $1 and bucket >= $2 and bucket < $3
  group by bucket, model, provider having sum(requests) > 0 order by bucket`;

/** Returns the days on which a workspace used each model and provider, oldest first. */
export async function readUsedDays(pool: pg.Pool, range: ReadingRange): Promise<UsedDay[]> {
  return (await pool.query<UsedDay>(USED, valuesOf(range))).rows;
}

/** Attempts at a model endpoint in one half hour, by all workspaces. */
export type AttemptCount = { endpointId: string; atMs: number; failed: number; succeeded: number };

const ATTEMPTS = `
  select endpoint_id as "endpointId", slot * 1800000::float8 as "atMs",
    coalesce(sum(count) filter (where counter = 0), 0)::bigint as failed,
    coalesce(sum(count) filter (where counter = 1), 0)::bigint as succeeded
  from endpoint_count where series = 'half_hours' and slot * 1800000::float8 >= $1 and slot * 1800000::float8 < $2
  group by endpoint_id, slot order by slot`;

/** Returns the attempts of all processes by half hour, oldest first; they are kept for a day. */
export async function readAttemptCounts(
  pool: pg.Pool,
  { from, to }: Pick<ReadingRange, "from" | "to">,
): Promise<AttemptCount[]> {
  return (await pool.query<AttemptCount>(ATTEMPTS, [from, to])).rows;
}

/** Returns a workspace's usable keys that expire in a range; not those that a rotation ends. */
export function readExpiringKeys(queries: Queries, { workspaceId, from, to }: ReadingRange) {
  const { hash, name, createdAt, expiresAt } = apiKey;
  return queries
    .select({ hash, name, createdAt, expiresAt })
    .from(apiKey)
    .where(
      and(
        eq(apiKey.workspaceId, workspaceId),
        eq(apiKey.disabled, false),
        isNull(apiKey.rotatedTo),
        gt(expiresAt, new Date(from)),
        lte(expiresAt, new Date(to)),
      ),
    );
}

/** Returns the enabled credentials that a workspace may use and that have failed, with their last failure. */
export function readFailedCredentials(queries: Queries, organizationId: string, workspaceId: string) {
  const { id, name, label, provider, lastFailureAt, lastFailureStatus, lastFailure, lastSuccessAt } = credential;
  return queries
    .select({ id, name, label, provider, lastFailureAt, lastFailureStatus, lastFailure, lastSuccessAt })
    .from(credential)
    .where(
      and(
        eq(credential.organizationId, organizationId),
        or(eq(credential.workspaceId, workspaceId), isNull(credential.workspaceId)),
        eq(credential.disabled, false),
        isNull(credential.deletedAt),
        isNotNull(credential.lastFailureAt),
      ),
    );
}

/** Returns the values of the first three parameters. */
export function valuesOf({ workspaceId, from, to }: ReadingRange) {
  return [workspaceId, new Date(from), new Date(to)];
}

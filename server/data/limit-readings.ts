import { and, eq, gt, isNotNull, isNull, or } from "drizzle-orm";
import type pg from "pg";
import { type ReadingRange, valuesOf } from "./alert-readings.ts";
import type { Queries } from "./database.ts";
import { AMOUNTS } from "./rollup-statement.ts";
import { apiKey } from "./schema/api-keys.ts";
import { hourOf } from "./traffic-hours.ts";

/** Returns a workspace's usable keys that have a spending limit. */
export function readLimitedKeys(queries: Queries, workspaceId: string, at: Date) {
  const { hash, name, label, stableId, limitNanoUsd, limitReset, includeByokInLimit, expiresAt } = apiKey;
  return queries
    .select({ hash, name, label, stableId, limitNanoUsd, limitReset, includeByokInLimit })
    .from(apiKey)
    .where(
      and(
        eq(apiKey.workspaceId, workspaceId),
        isNotNull(limitNanoUsd),
        eq(apiKey.disabled, false),
        isNull(apiKey.rotatedTo),
        or(isNull(expiresAt), gt(expiresAt, at)),
      ),
    );
}

/** Returns the stable id of each key of a workspace, by hash; a replaced key has that of its replacement. */
export async function readStableIds(queries: Queries, workspaceId: string): Promise<Map<string, string>> {
  const { hash, stableId } = apiKey;
  const rows = await queries.select({ hash, stableId }).from(apiKey).where(eq(apiKey.workspaceId, workspaceId));
  return new Map(rows.map((row) => [row.hash, row.stableId]));
}

/** What one key and member spent in an hour (UTC); a null key is the console. */
export type SpenderHour = {
  atMs: number;
  keyHash: string | null;
  userId: string | null;
  costNanoUsd: number;
  byokNanoUsd: number;
};

const SPENDER_HOURS = `
  select (extract(epoch from bucket) * 1000)::float8 as "atMs", key_hash as "keyHash", user_id as "userId",
    sum(cost_nano_usd)::bigint as "costNanoUsd", sum(byok_nano_usd)::bigint as "byokNanoUsd"
  from rollup join rollup_series on rollup_series.id = series_id
  where grain = 'key' and span = 'hour' and rollup.workspace_id = $1 and bucket >= $2 and bucket < $3
  group by bucket, key_hash, user_id having sum(cost_nano_usd + byok_nano_usd) > 0 order by bucket`;

/** Returns the hours in which a workspace spent something, by key and member, oldest first. */
export async function readSpenderHours(pool: pg.Pool, range: ReadingRange): Promise<SpenderHour[]> {
  return (await pool.query<SpenderHour>(SPENDER_HOURS, valuesOf(range))).rows;
}

/** What one key and member spent in an hour with some tags for an end user. */
export type LabelledHour = SpenderHour & { tags: readonly string[] | null; externalUser: string | null };

// End users whom nobody asks for are one.
const LABELLED_HOURS = `
  select (floor(extract(epoch from created_at) / 3600) * 3600000)::float8 as "atMs", key_hash as "keyHash",
    user_id as "userId", tags, case when external_user = any($5) then external_user end as "externalUser",
    sum(${AMOUNTS.cost_nano_usd})::bigint as "costNanoUsd", sum(${AMOUNTS.byok_nano_usd})::bigint as "byokNanoUsd"
  from generation
  where workspace_id = $1 and created_at >= $2 and created_at < $3 and (tags && $4::text[] or external_user = any($5::text[]))
  group by 1, 2, 3, 4, 5 having sum(cost_nano_usd) > 0`;

/** What requests say about themselves. */
export type Labels = { tags: readonly string[]; externalUsers: readonly string[] };

/**
 * Returns the hours in which a workspace spent something with some of these tags or for some of these end users. Reads
 * the ledger: roll-ups have neither.
 */
export async function readLabelledHours(
  pool: pg.Pool,
  { workspaceId, from, to }: ReadingRange,
  { tags, externalUsers }: Labels,
): Promise<LabelledHour[]> {
  if (tags.length + externalUsers.length === 0) return [];
  const whole = { workspaceId, from: hourOf(from), to };
  return (await pool.query<LabelledHour>(LABELLED_HOURS, [...valuesOf(whole), tags, externalUsers])).rows;
}

/** Requests that a spending limit rejected in a quarter of an hour, with the sentence that names the limit. */
export type RejectedBySpending = {
  atMs: number;
  error: string;
  keyHash: string | null;
  userId: string | null;
  requests: number;
};

const BY_SPENDING = "rejection in ('spending_limit', 'external_user_limit', 'session_limit')";

// The roll-up tells at once whether there are any, so that the ledger is not read for nothing.
const IS_REJECTED = `
  workspace_id = $1 and created_at >= $2 and created_at < $3 and ${BY_SPENDING} and exists (
    select from rollup join rollup_series on rollup_series.id = series_id
    where grain = 'key' and span = 'hour' and rollup.workspace_id = $1 and ${BY_SPENDING}
      and bucket >= date_trunc('hour', $2::timestamptz, 'UTC') and bucket < $3)`;

const REJECTED = `
  select (floor(extract(epoch from created_at) / 900) * 900000)::float8 as "atMs", error, key_hash as "keyHash",
    user_id as "userId", sum(rejected_requests)::bigint as requests
  from generation
  where ${IS_REJECTED}
  group by 1, error, key_hash, user_id`;

/** Returns the requests of a workspace that spending limits rejected in a short range. */
export async function readRejectedBySpending(pool: pg.Pool, range: ReadingRange): Promise<RejectedBySpending[]> {
  return (await pool.query<RejectedBySpending>(REJECTED, valuesOf(range))).rows;
}

/** Likewise of an end user, or in a session. */
export type RejectedOfEach = {
  atMs: number;
  error: string;
  external_user: string | null;
  session_id: string | null;
  requests: number;
};

const REJECTED_OF_EACH = `
  select (floor(extract(epoch from created_at) / 900) * 900000)::float8 as "atMs", error, external_user, session_id,
    sum(rejected_requests)::bigint as requests
  from generation
  where (external_user is not null or session_id is not null) and ${IS_REJECTED}
  group by 1, error, external_user, session_id order by requests desc limit 1000`;

/**
 * Returns the end users and sessions with most requests that spending limits rejected in a short range, at most 1,000.
 */
export async function readRejectedOfEach(pool: pg.Pool, range: ReadingRange): Promise<RejectedOfEach[]> {
  return (await pool.query<RejectedOfEach>(REJECTED_OF_EACH, valuesOf(range))).rows;
}

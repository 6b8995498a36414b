import type pg from "pg";
import { type ReadingRange, valuesOf } from "./alert-readings.ts";
import { hasTag, parameters } from "./analytics-filter.ts";
import { AMOUNTS, STATUS_CLASS } from "./rollup-statement.ts";

const HOUR_MS = 3_600_000;
const HOUR_SECONDS = 3600;
const QUARTER_SECONDS = 900;

/**
 * A workspace's requests in one hour (UTC), or a quarter of one. `failed`: an upstream failed, rejected or rate-limited
 * them.
 */
export type TrafficHour = { atMs: number; requests: number; failed: number; costNanoUsd: number; byokNanoUsd: number };

/** A part of a workspace's requests: those with a tag, of an end user, or both. */
export type TrafficScope = { tag?: string | null | undefined; externalUser?: string | null | undefined };

const HOURS = `
  select (extract(epoch from bucket) * 1000)::float8 as "atMs", sum(requests)::bigint as requests,
    coalesce(sum(requests) filter (where status_class in ('cut', '4xx', '429', '5xx')), 0)::bigint as failed,
    sum(cost_nano_usd)::bigint as "costNanoUsd", sum(byok_nano_usd)::bigint as "byokNanoUsd"
  from rollup join rollup_series on rollup_series.id = series_id
  where grain = 'total' and span = 'hour' and rollup.workspace_id = $1 and bucket >= $2 and bucket < $3
  group by bucket order by bucket`;

/**
 * Returns the hours in which a workspace had requests, oldest first. With a scope, only its requests count, and the
 * ledger is read: roll-ups have neither tags nor end users. The hours of `starts` (Unix ms, at quarters of an hour)
 * come as quarters of an hour, which only the ledger has: an hour whose requests it no longer has stays whole.
 */
export async function readTrafficHours(
  pool: pg.Pool,
  range: ReadingRange,
  scope: TrafficScope = {},
  starts: readonly number[] = [],
): Promise<TrafficHour[]> {
  const hours = await readHours(pool, range, scope);
  const split = new Set(starts.map(hourOf).filter((hourMs) => hours.some(({ atMs }) => atMs === hourMs)));
  if (split.size === 0) return hours;
  const quarters = await readLedger(pool, range, scope, QUARTER_SECONDS, [...split]);
  const known = new Set(quarters.map(({ atMs }) => hourOf(atMs)));
  return [...hours.filter(({ atMs }) => !known.has(atMs)), ...quarters].sort((a, b) => a.atMs - b.atMs);
}

async function readHours(pool: pg.Pool, range: ReadingRange, scope: TrafficScope): Promise<TrafficHour[]> {
  if (scope.tag || scope.externalUser) return readLedger(pool, range, scope, HOUR_SECONDS);
  return (await pool.query<TrafficHour>(HOURS, valuesOf(range))).rows;
}

/** Reads the ledger by slots of some seconds; only these hours, if they are given. */
async function readLedger(
  pool: pg.Pool,
  range: ReadingRange,
  { tag, externalUser }: TrafficScope,
  seconds: number,
  hours?: readonly number[],
): Promise<TrafficHour[]> {
  const bound = parameters();
  for (const value of valuesOf(range)) bound.add(value);
  const inHour = (hourMs: number) =>
    `created_at >= ${bound.add(new Date(hourMs))} and created_at < ${bound.add(new Date(hourMs + HOUR_MS))}`;
  const conditions = [
    ...(tag ? [hasTag(tag, bound)] : []),
    ...(externalUser ? [`external_user = ${bound.add(externalUser)}`] : []),
    ...(hours ? [`(${hours.map(inHour).join(" or ")})`] : []),
  ];
  return (await pool.query<TrafficHour>(ledgerSlots(conditions, seconds), bound.values)).rows;
}

const ledgerSlots = (conditions: readonly string[], seconds: number) => `
  select (floor(extract(epoch from created_at) / ${seconds}) * ${seconds * 1000})::float8 as "atMs",
    sum(${AMOUNTS.requests})::bigint as requests,
    count(*) filter (where ${STATUS_CLASS} in ('cut', '4xx', '429', '5xx'))::bigint as failed,
    sum(${AMOUNTS.cost_nano_usd})::bigint as "costNanoUsd", sum(${AMOUNTS.byok_nano_usd})::bigint as "byokNanoUsd"
  from generation
  where workspace_id = $1 and created_at >= $2 and created_at < $3 and ${conditions.join(" and ")}
  group by 1 order by 1`;

/** Returns the start of the UTC hour of a time, in Unix ms. */
export function hourOf(atMs: number): number {
  return Math.floor(atMs / HOUR_MS) * HOUR_MS;
}

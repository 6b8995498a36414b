import type pg from "pg";
import type { endpointCount } from "./schema/endpoint-counts.ts";

export type EndpointCount = Omit<typeof endpointCount.$inferSelect, "changedAt">;

// Sorted, so that two processes that add to the same rows cannot deadlock.
const ADD = `
  insert into endpoint_count (endpoint_id, series, slot, counter, count)
  select * from unnest($1::text[], $2::text[], $3::int[], $4::smallint[], $5::int[]) order by 1, 2, 3, 4
  on conflict (endpoint_id, series, slot, counter)
  do update set count = endpoint_count.count + excluded.count, changed_at = now()`;

const READ = `
  select endpoint_id as "endpointId", series, slot, counter, count from endpoint_count
  where changed_at > now() - make_interval(secs => $1)`;

const DROP = `
  delete from endpoint_count
  where changed_at < now() - case when series = 'half_hours' then interval '25 hours' else interval '1 hour' end`;

/** Adds to the counts of all processes. */
export async function addEndpointCounts(pool: pg.Pool, counts: readonly EndpointCount[]): Promise<void> {
  if (counts.length === 0) return;
  const columns = [
    counts.map(({ endpointId }) => endpointId),
    counts.map(({ series }) => series),
    counts.map(({ slot }) => slot),
    counts.map(({ counter }) => counter),
    counts.map(({ count }) => count),
  ];
  await pool.query(ADD, columns);
}

/** Returns the counts that changed in the last `seconds`, summed over all processes. */
export async function readEndpointCounts(pool: pg.Pool, seconds: number): Promise<EndpointCount[]> {
  return (await pool.query<EndpointCount>(READ, [seconds])).rows;
}

/** Removes the counts of slots that no statistic covers any more. */
export async function dropOldEndpointCounts(pool: pg.Pool): Promise<void> {
  await pool.query(DROP);
}

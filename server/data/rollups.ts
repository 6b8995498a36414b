import type pg from "pg";
import type { Database } from "./database.ts";
import { MINUTES_KEPT_MS } from "./rollup-grains.ts";
import { ADD_TO_ROLLUPS } from "./rollup-statement.ts";

export const ROLLUP_LOCK = 7_410_220_851;

/**
 * Adds every ledger row written so far to the roll-ups. One process at a time does so, and the others wait for it, so
 * that after this call the sums contain every row written before it.
 */
export async function updateRollups({ pool }: Pick<Database, "pool">): Promise<void> {
  while (await hasLines(pool)) await runExclusively(pool, (client) => client.query(ADD_TO_ROLLUPS));
}

/** Removes minutes past their retention. */
export async function pruneMinutes(pool: pg.Pool, nowMs: number): Promise<void> {
  const before = new Date(nowMs - MINUTES_KEPT_MS - 3_600_000);
  await pool.query("delete from rollup where grain = 'full' and span = 'minute' and bucket < $1", [before]);
}

async function hasLines(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query("select 1 from rollup_queue limit 1");
  return rowCount === 1;
}

/** Runs a transaction while no other process updates the roll-ups. */
export async function runExclusively<T>(pool: pg.Pool, run: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [ROLLUP_LOCK]);
    const result = await run(client);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

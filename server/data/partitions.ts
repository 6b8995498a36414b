import type pg from "pg";

// `if not exists` alone does not protect two processes that start at once: both see no partition.
const PARTITIONS_LOCK = 7_410_220_842;
const DAY_MS = 86_400_000;

/** Creates the ledger's partitions of this month and the next, so that no row falls into the default one. */
export async function ensurePartitions(pool: pg.Pool, nowMs: number): Promise<void> {
  await ensureDays(pool, nowMs);
  const now = new Date(nowMs);
  for (const ahead of [0, 1]) {
    const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1));
    const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1));
    const name = `generation_${from.toISOString().slice(0, 7).replace("-", "_")}`;
    await pool.query(
      `select pg_advisory_xact_lock(${PARTITIONS_LOCK});
       create table if not exists ${name} partition of generation for values from ('${from.toISOString()}') to ('${to.toISOString()}')`,
    );
  }
}

/** Does the same for stored contents, for today and tomorrow. */
async function ensureDays(pool: pg.Pool, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  for (const ahead of [0, 1]) {
    const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + ahead));
    const to = new Date(from.getTime() + DAY_MS);
    const name = `generation_content_${from.toISOString().slice(0, 10).replaceAll("-", "_")}`;
    await pool.query(
      `select pg_advisory_xact_lock(${PARTITIONS_LOCK});
       create table if not exists ${name} partition of generation_content for values from ('${from.toISOString()}') to ('${to.toISOString()}')`,
    );
  }
}

import type pg from "pg";

/**
 * Frees the space of old row versions in tables that change often, for a database that does not vacuum on its own. Files
 * keep their size, because the start takes a smaller file for a damaged one.
 */
export async function compact(pool: pg.Pool): Promise<void> {
  for (const table of ["rollup", "rollup_queue", "spend", "endpoint_count"])
    await pool.query(`vacuum (analyze, truncate false) ${table}`);
}

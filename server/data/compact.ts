import type pg from "pg";

/** Frees the room of old versions of the rows that change often, for a database that does not do so by itself. */
export async function compact(pool: pg.Pool): Promise<void> {
  for (const table of ["rollup", "rollup_queue", "spend"]) await pool.query(`vacuum (analyze) ${table}`);
}

import type pg from "pg";

/**
 * Frees the space of old row versions in tables that change often, for a database that does not vacuum on its own. Files
 * keep their size, because a smaller file counts as damaged at startup.
 */
export async function compact(pool: pg.Pool): Promise<void> {
  const tables = ["rollup", "rollup_queue", "spend", "endpoint_count", "destination_event", "destination_state"];
  for (const table of tables) await pool.query(`vacuum (analyze, truncate false) ${table}`);
}

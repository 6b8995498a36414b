import pg from "pg";
import type { Database } from "./database.ts";

/** Returns how many requests, keys, workspaces and files a database records. */
export async function countRecords({ pool }: Database) {
  const { rows } = await pool.query<{ requests: number; keys: number; workspaces: number; files: number }>(`
    select (select count(*)::int from generation) as requests, (select count(*)::int from api_key) as keys,
      (select count(*)::int from workspace) as workspaces, (select count(*)::int from file) as files`);
  return rows[0] as (typeof rows)[number];
}

/** Returns whether the PostgreSQL database at `url` has no tables yet. */
export async function isEmptyDatabase(url: string): Promise<boolean> {
  const connection = new pg.Client({ connectionString: url });
  await connection.connect();
  try {
    const { rowCount } = await connection.query(
      "select 1 from pg_tables where schemaname in ('public', 'drizzle') limit 1",
    );
    return rowCount === 0;
  } finally {
    await connection.end();
  }
}

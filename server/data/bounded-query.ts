import { HttpError } from "#server/errors.ts";
import type { Database } from "./database.ts";

const QUERY_CANCELED = "57014";

/**
 * Returns the rows of a read that PostgreSQL ends after a time limit, with a 408. The embedded database has no such
 * limit.
 */
export async function selectWithin(
  { pool, embedded }: Pick<Database, "pool" | "embedded">,
  timeoutMs: number,
  text: string,
  values: unknown[],
): Promise<Record<string, unknown>[]> {
  if (embedded) return (await pool.query(text, values)).rows;
  const client = await pool.connect();
  try {
    await client.query(`begin read only; set local statement_timeout = ${timeoutMs}`);
    const { rows } = await client.query(text, values);
    return rows;
  } catch (error) {
    if ((error as { code?: string }).code !== QUERY_CANCELED) throw error;
    throw new HttpError(408, "The query took too long; narrow its time range, or use fewer filters or dimensions");
  } finally {
    await client.query("rollback").catch(() => undefined);
    client.release();
  }
}

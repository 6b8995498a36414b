import { sql } from "drizzle-orm";
import type { Queries } from "./database.ts";

export type DatabaseFacts = {
  version: string;
  sizeBytes: number;
  /** Number of applied migrations. */
  migrations: number;
  /** Milliseconds. */
  answeredInMs: number;
};

/** Reads the version, size and migrations of the database, and measures how long that takes. */
export async function readDatabaseFacts(queries: Queries): Promise<DatabaseFacts> {
  const startedMs = performance.now();
  const { rows } = await queries.execute<{ version: string; size: number; migrations: number }>(sql`
    select current_setting('server_version') as version,
      pg_database_size(current_database()) as size,
      (select count(*) from drizzle.__drizzle_migrations) as migrations`);
  const [{ version, size, migrations }] = rows as [(typeof rows)[number]];
  return { version, sizeBytes: size, migrations, answeredInMs: performance.now() - startedMs };
}

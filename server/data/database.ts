import { join } from "node:path";
import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import { openEmbedded } from "./embedded.ts";

// Counts fit a double up to nine million dollars in nano-USD; strings would end up in sums.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type Queries = PgDatabase<NodePgQueryResultHKT>;

/**
 * The queries of an open transaction. Functions whose statements must succeed together take this type, so that they
 * cannot run outside one. Until it ends, use only these queries: the embedded database has one connection, and a query
 * outside the transaction would wait for it forever. Send no requests to other services and refresh no memory before it
 * has ended.
 */
export type Transaction = Parameters<Parameters<Queries["transaction"]>[0]>[0];

export type Database = {
  queries: Queries;
  pool: pg.Pool;
  /** The embedded database has one connection and no notifications, so only one process can use it. */
  embedded: boolean;
  close(): Promise<void>;
};

export type DatabaseOptions = { url?: string; folder: string; connections?: number };

/** Opens PostgreSQL at `url`, or the embedded database in `folder`, and migrates its tables. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const embedded = options.url ? undefined : await openEmbedded(options.folder);
  const pool = new pg.Pool(
    embedded
      ? { host: embedded.socketFolder, user: "postgres", database: "postgres", max: 1, connectionTimeoutMillis: 30_000 }
      : { connectionString: options.url, max: options.connections ?? 10, connectionTimeoutMillis: 10_000 },
  );
  // The pool replaces an idle connection that breaks; without a listener it would end the process.
  pool.on("error", () => undefined);
  const queries = drizzle(pool);
  await migrateOnce(pool, embedded !== undefined);
  return {
    queries,
    pool,
    embedded: embedded !== undefined,
    async close() {
      await pool.end();
      await embedded?.close();
    },
  };
}

const MIGRATION_LOCK = 7_410_220_841;

/** Several processes may start at once on one PostgreSQL; the first one migrates, the others wait for it. */
async function migrateOnce(pool: pg.Pool, embedded: boolean): Promise<void> {
  const migrationsFolder = join(/*turbopackIgnore: true*/ process.cwd(), "server/data/migrations");
  if (embedded) return migrate(drizzle(pool), { migrationsFolder });
  const connection = await pool.connect();
  try {
    await connection.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await migrate(drizzle(connection), { migrationsFolder });
  } finally {
    await connection.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]);
    connection.release();
  }
}

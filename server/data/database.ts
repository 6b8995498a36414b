import { join } from "node:path";
import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import { openEmbedded } from "./embedded.ts";

// Counts fit a double up to nine million dollars in nano-USD; strings would leak into sums.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type Queries = PgDatabase<NodePgQueryResultHKT>;

/**
 * The queries of an open transaction. Statements that hold together or not at all take this type, so that they cannot
 * run outside one. Until it ends, use these queries alone: the embedded database has one connection, and a query beside
 * the transaction would wait for it forever. Make no request to others and refresh no memory before it has ended.
 */
export type Transaction = Parameters<Parameters<Queries["transaction"]>[0]>[0];

export type Database = {
  queries: Queries;
  pool: pg.Pool;
  /** The embedded database has one connection and no notifications: one process serves it. */
  embedded: boolean;
  close(): Promise<void>;
};

export type DatabaseOptions = { url?: string; folder: string; connections?: number };

/** Opens PostgreSQL at `url`, or the embedded one in `folder`, and brings its tables up to date. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const embedded = options.url ? undefined : await openEmbedded(options.folder);
  const pool = new pg.Pool(
    embedded
      ? { host: embedded.socketFolder, user: "postgres", database: "postgres", max: 1, connectionTimeoutMillis: 30_000 }
      : { connectionString: options.url, max: options.connections ?? 10, connectionTimeoutMillis: 10_000 },
  );
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
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

/** Several processes may start at once on one PostgreSQL; the first migrates, the others wait for it. */
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

import { join } from "node:path";
import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import { openEmbedded } from "./embedded/embedded.ts";
import type { Restored } from "./embedded/open-or-restore.ts";
import { type Gate, guardPool } from "./guarded-pool.ts";

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
  /** If the embedded database was damaged, how it was replaced at this start. */
  restored?: Restored;
  /** Shut while PostgreSQL does not respond. */
  gate: Gate;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  url?: string;
  folder: string;
  connections?: number;
  /** Asked if PostgreSQL does not respond: true opens it with its gate shut, instead of throwing. */
  mayBeDown?(): boolean;
};

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
  const gate = guardPool(pool);
  try {
    await (options.url ? migrateServer(options.url) : migrate(queries, { migrationsFolder: migrationsFolder() }));
  } catch (error) {
    if (!isSilent(error) || !options.mayBeDown?.()) throw error;
    gate.shut();
  }
  return {
    queries,
    pool,
    embedded: embedded !== undefined,
    ...(embedded?.restored && { restored: embedded.restored }),
    gate,
    async close() {
      await pool.end();
      await embedded?.close();
    },
  };
}

const MIGRATION_LOCK = 7_410_220_841;

const CONNECT_MS = 5_000;

/** Several processes may start at once on one PostgreSQL; the first one migrates, the others wait for it. */
export async function migrateServer(url: string): Promise<void> {
  const connection = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  connection.on("error", () => undefined);
  try {
    await connection.connect();
    await connection.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await migrate(drizzle(connection), { migrationsFolder: migrationsFolder() });
  } finally {
    // Ends the lock too.
    await connection.end();
  }
}

function migrationsFolder(): string {
  return join(/*turbopackIgnore: true*/ process.cwd(), "server/data/migrations");
}

/** The system's codes for a server that cannot be reached, and PostgreSQL's while it starts or stops. */
const SILENT = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EAI_AGAIN", "EPIPE"],
  ...["57P01", "57P02", "57P03", "53300"],
]);

/** Returns whether the server did not respond or ended the connection, as opposed to rejecting us or a statement. */
export function isSilent(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return SILENT.has(code ?? "") || /^(timeout expired|Connection terminated)/.test(message ?? "");
}

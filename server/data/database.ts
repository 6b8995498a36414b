import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import { openEmbedded } from "./embedded/embedded.ts";
import type { Restored } from "./embedded/open-or-restore.ts";
import { type Gate, guardPool } from "./guarded-pool.ts";
import { isSilent } from "./is-silent.ts";
import { migrateAndFind, migrationsFolder } from "./migrate-server.ts";
import { createReader, type Reader } from "./reader.ts";
import { openReplica, type Replica } from "./replica.ts";

// pg returns bigints as strings by default, which sums would concatenate. A double is exact up to nine million dollars
// in nano-USD.
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
  /** Directs new connections to this address, one of those in DATABASE_URL. */
  moveTo(address: string): void;
  /** Reads reports and lists, from the replica if there is one. */
  read: Reader;
  replica?: Replica;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  /** May name several servers, of which one is the primary. */
  url?: string;
  /** The address of the servers themselves, if `url` is the address of a connection pooler. */
  directUrl?: string;
  /** The address of the read replicas. */
  readUrl?: string;
  folder: string;
  /** Memory for pages of the embedded database; 32 MB by default. */
  cacheMb?: number;
  connections?: number;
  /**
   * Called if PostgreSQL does not respond: true opens the database with its gate shut; false, like no function, throws.
   */
  mayBeDown?(): boolean;
};

/** Opens PostgreSQL at `url`, or the embedded database in `folder`, and migrates its tables. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const embedded = options.url ? undefined : await openEmbedded(options.folder, options.cacheMb);
  const { connections: max = 10 } = options;
  const pool = new pg.Pool(
    embedded
      ? { host: embedded.socketFolder, user: "postgres", database: "postgres", max: 1, connectionTimeoutMillis: 30_000 }
      : { connectionString: options.url, max, connectionTimeoutMillis: 10_000 },
  );
  // The pool replaces an idle connection that breaks; without a listener it would end the process.
  pool.on("error", () => undefined);
  const queries = drizzle(pool);
  const gate = guardPool(pool);
  const moveTo = (address: string) => {
    if (pool.options.connectionString === address) return;
    Object.assign(pool.options, { connectionString: address });
    gate.renew();
  };
  try {
    if (options.url) moveTo(await migrateAndFind(options.url, options.directUrl));
    else await migrate(queries, { migrationsFolder: migrationsFolder() });
  } catch (error) {
    if (!isSilent(error) || !options.mayBeDown?.()) throw error;
    gate.shut();
  }
  const replica = options.readUrl ? openReplica(options.readUrl, max) : undefined;
  return {
    queries,
    pool,
    embedded: embedded !== undefined,
    ...(embedded?.restored && { restored: embedded.restored }),
    gate,
    moveTo,
    read: createReader(pool, replica),
    ...(replica && { replica }),
    async close() {
      await Promise.all([pool.end(), replica?.close()]);
      await embedded?.close();
    },
  };
}

import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type pg from "pg";
import { serverAddresses } from "#server/network/server-addresses.ts";
import { connectToOneOf, requirePrimary } from "./connect.ts";
import { buildPartitionIndexes } from "./partition-indexes.ts";
import { requireSession } from "./session-check.ts";

const MIGRATION_LOCK = 7_410_220_841;
const LOCK_RETRY_MS = 200;
const CONNECT_MS = 5_000;

/** Migrates the tables and returns the address of the primary for the pool. */
export async function migrateAndFind(url: string, directUrl: string | undefined): Promise<string> {
  const primaryAddress = await migrateServer(directUrl ?? url);
  return directUrl ? findPrimary(url) : primaryAddress;
}

/** Returns the address of the server in a URL that accepts changes. */
export async function findPrimary(url: string): Promise<string> {
  const { client, address } = await connectToOneOf(serverAddresses(url), CONNECT_MS, requirePrimary);
  await client.end();
  return address;
}

/**
 * Migrates the tables and returns the address of the primary. Several processes may start at once on one PostgreSQL;
 * the first one migrates, the others wait for it.
 */
export async function migrateServer(url: string): Promise<string> {
  const { client, address } = await connectToOneOf(serverAddresses(url), CONNECT_MS, requirePrimary);
  try {
    await requireSession(client, address);
    await lockMigrations(client);
    await buildPartitionIndexes(client, migrationsFolder());
    await migrate(drizzle(client), { migrationsFolder: migrationsFolder() });
    return address;
  } finally {
    // Releases the lock too.
    await client.end();
  }
}

/**
 * Takes the lock by trying again and again: a statement that waits for it would hold a snapshot, and an index that is
 * built concurrently waits for every snapshot, so that the two processes would wait for each other.
 */
async function lockMigrations(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query("select pg_try_advisory_lock($1) as locked", [MIGRATION_LOCK]);
    if (rows[0].locked) return;
    await sleep(LOCK_RETRY_MS);
  }
}

export function migrationsFolder(): string {
  return join(/*turbopackIgnore: true*/ process.cwd(), "server/data/migrations");
}

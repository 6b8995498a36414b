import { readMigrationFiles } from "drizzle-orm/migrator";
import type pg from "pg";

const CREATE_INDEX = /^\s*CREATE INDEX "(\w+)" ON "(\w+)" ([^;]+)/;

/** PostgreSQL's codes for a column or table that does not exist. */
const UNDEFINED = new Set(["42703", "42P01"]);

type NewIndex = { name: string; table: string; definition: string };

/**
 * Builds the indexes that pending migrations create on partitioned tables, on one partition after the other and without
 * blocking writes. The migration then only attaches them: PostgreSQL takes an equal index of a partition instead of
 * building another one. Without this, older processes could not write the ledger while a migration builds an index,
 * which took 24 s at 6.4 million rows. An index on a column that a pending migration adds is left to that migration.
 */
export async function buildPartitionIndexes(client: pg.Client, migrationsFolder: string): Promise<void> {
  for (const index of await pendingIndexes(client, migrationsFolder))
    for (const partition of await partitionsOf(client, index.table)) await buildIndex(client, index, partition);
}

/** Returns an empty list for an empty database, whose tables do not exist yet. */
async function pendingIndexes(client: pg.Client, migrationsFolder: string): Promise<NewIndex[]> {
  const { rows: tables } = await client.query("select to_regclass('drizzle.__drizzle_migrations') as found");
  if (tables[0].found === null) return [];
  const { rows } = await client.query("select max(created_at) as last from drizzle.__drizzle_migrations");
  return readMigrationFiles({ migrationsFolder })
    .filter(({ folderMillis }) => folderMillis > Number(rows[0].last))
    .flatMap(({ sql }) => sql)
    .flatMap((statement) => {
      const [, name, table, definition] = CREATE_INDEX.exec(statement) ?? [];
      return name && table && definition ? [{ name, table, definition }] : [];
    });
}

/** Returns the names of a table's partitions; an empty list for an ordinary table. */
async function partitionsOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query(
    `select child.relname as name from pg_inherits
     join pg_class parent on parent.oid = inhparent join pg_class child on child.oid = inhrelid
     where parent.oid = to_regclass($1) and parent.relkind = 'p' order by child.relname`,
    [`"${table}"`],
  );
  return rows.map(({ name }) => name);
}

async function buildIndex(client: pg.Client, { name, definition }: NewIndex, partition: string): Promise<void> {
  const own = `${partition}_${name}`;
  const { rows } = await client.query("select indisvalid as valid from pg_index where indexrelid = to_regclass($1)", [
    `"${own}"`,
  ]);
  if (rows[0]?.valid) return;
  // Left by a build that was interrupted.
  if (rows[0]) await client.query(`DROP INDEX CONCURRENTLY "${own}"`);
  try {
    await client.query(`CREATE INDEX CONCURRENTLY "${own}" ON "${partition}" ${definition}`);
  } catch (error) {
    if (!UNDEFINED.has((error as { code?: string }).code ?? "")) throw error;
  }
}

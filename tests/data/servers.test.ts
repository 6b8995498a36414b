import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/data/database.ts";
import { watchDatabase } from "#server/data/database-watch.ts";
import { HttpError } from "#server/errors.ts";
import { type StoppableServer, startServer } from "#tests/support/databases.ts";

let one: StoppableServer;
let two: StoppableServer;

beforeAll(async () => {
  [one, two] = await Promise.all([startServer(), startServer()]);
});
afterAll(async () => {
  await Promise.all([one?.close(), two?.close()]);
});

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Makes a server read-only, like a standby, or writable again. */
const setReadOnly = (server: StoppableServer, value: "on" | "off") =>
  run(
    server.url,
    "set default_transaction_read_only = off",
    `alter system set default_transaction_read_only = ${value}`,
    "select pg_reload_conf()",
  );

const hostOf = ({ url }: StoppableServer) => new URL(url).host;
const portOf = async ({ pool }: Pick<Database, "pool">) =>
  String((await pool.query("select inet_server_port() as port")).rows[0].port);

describe("an address with several servers", () => {
  test("leads to the server that accepts changes, also after another server takes over", async () => {
    await setReadOnly(two, "on");
    const url = `postgres://postgres:postgres@${hostOf(two)},${hostOf(one)}/postgres`;
    const database = await openDatabase({ url, folder: "" });
    expect(await portOf(database)).toBe(new URL(one.url).port);
    const stop = await watchDatabase({
      url,
      gate: database.gate,
      moveTo: database.moveTo,
      channel: "changes",
      onMessage: () => undefined,
      onDown: () => undefined,
      onReturn: async () => undefined,
      onUp: () => undefined,
    });
    await setReadOnly(one, "on");
    await setReadOnly(two, "off");
    await expect.poll(() => portOf(database).catch(() => "none")).toBe(new URL(two.url).port);
    await stop();
    await database.close();
    await setReadOnly(one, "off");
  });

  test("cannot be opened while all are standbys", async () => {
    await setReadOnly(two, "on");
    await expect(openDatabase({ url: two.url, folder: "" })).rejects.toThrow(/accepts no changes: it is a standby/);
    await setReadOnly(two, "off");
  });
});

describe("with a read replica", () => {
  const placeOf = (database: Database) =>
    database.read(async (pool) => (await pool.query("select current_database() as name")).rows[0].name as string);
  const mark = "insert into setting (name, value, updated_at) values ('replicated until', '', '2026-01-02T03:04:05Z')";
  let database: Database;
  let replica: string;

  beforeAll(async () => {
    const primary = `${one.url.replace(/postgres$/, "")}primary`;
    replica = `${one.url.replace(/postgres$/, "")}replica`;
    await run(one.url, 'create database "primary"', "create database replica");
    await run(replica, "create table setting (name text, value text, updated_at timestamptz)", mark);
    database = await openDatabase({ url: primary, readUrl: replica, folder: "" });
  });
  afterAll(() => database?.close());

  test("the primary is read until the replica is known to respond", async () => {
    expect(await placeOf(database)).toEqual({ rows: "primary" });
  });

  test("reports are read from the replica and state their time, or from the primary if the replica is unavailable or too far behind", async () => {
    const seen: string[] = [];
    database.replica?.follow({
      maxLagMs: 400 * 86_400_000,
      onAway: () => seen.push("away"),
      onBack: () => seen.push("back"),
    });
    await expect.poll(() => placeOf(database)).toEqual({ rows: "replica", asOf: "2026-01-02T03:04:05.000Z" });
    await run(replica, "delete from setting");
    await expect.poll(() => placeOf(database)).toEqual({ rows: "primary" });
    expect(database.replica?.awaySinceMs()).toBeGreaterThan(0);
    await run(replica, mark);
    await expect.poll(async () => (await placeOf(database)).rows).toBe("replica");
    expect(seen).toEqual(["away", "back"]);
  });

  test("a query that the replica ends runs on the primary, unless it takes too long", async () => {
    const { rows } = await database.read(async (pool) => (await pool.query("select 1 from generation")).rows);
    expect(rows).toEqual([]);
    let runs = 0;
    const slow = database.read(async () => {
      runs += 1;
      throw new HttpError(408, "The query takes too long");
    });
    await expect(slow).rejects.toThrow("takes too long");
    expect(runs).toBe(1);
  });
});

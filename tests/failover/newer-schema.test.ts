import { readFileSync } from "node:fs";
import pg from "pg";
import { expect, test } from "vitest";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedPostgres } from "#tests/support/servers/shared-postgres.ts";

const postgres = sharedPostgres();
const SECRET = "a secret of this test, forty characters!";
const start = () => openPooledGateway({ env: { DATABASE_URL: postgres.url, SWITCHBOARD_SECRET: SECRET } });

/** What a later version may add: columns with defaults, a table and indexes. */
const EXPANSION = [
  `alter table api_key add column later_text text, add column later_number integer not null default 7`,
  `alter table generation add column later_note text`,
  `alter table workspace add column later_flag boolean not null default false`,
  `alter table guardrail add column later_list text[] not null default '{}'`,
  `create table later_table (id uuid primary key, key_hash text)`,
  `create index later_index on api_key (later_text)`,
];

/** Applies the next version's migration, as that version does: in one transaction, and recorded. */
async function migrateFurther(): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { entries } = JSON.parse(readFileSync("server/data/migrations/meta/_journal.json", "utf8"));
  await client.query("begin");
  for (const statement of EXPANSION) await client.query(statement);
  const values = ["later", entries.at(-1).when + 1];
  await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", values);
  await client.query("commit");
  await client.end();
}

/** Sends model requests and administrative calls one after another until `end`. Returns their statuses. */
function load(gateway: TestGateway, key: string) {
  const statuses: number[] = [];
  let isEnding = false;
  const lane = async () => {
    while (!isEnding) {
      const call = await gateway.call("POST", "/responses", { model: "local/echo", input: "Hello" }, { key });
      const { body, status } = await gateway.call("POST", "/keys", { name: "Made under load" });
      const changed = await gateway.call("PATCH", `/keys/${body.data?.hash}`, { name: "Changed" });
      const listed = await gateway.call("GET", "/keys?kind=normal&limit=1");
      statuses.push(call.status, status, changed.status, listed.status);
    }
  };
  const lanes = Promise.all([lane(), lane(), lane()]);
  const end = async () => {
    isEnding = true;
    await lanes;
    return statuses;
  };
  return { count: () => statuses.length, end };
}

test("a running process serves every call while a later version migrates its database, and starts on it again", async () => {
  const running = await start();
  const { key } = await running.newKey({ limit: 5 });
  const calls = load(running, key);
  await expect.poll(calls.count, { timeout: 20_000 }).toBeGreaterThan(40);
  await migrateFurther();
  const before = calls.count();
  await expect.poll(calls.count, { timeout: 20_000 }).toBeGreaterThan(before + 40);
  // A process of this version that is restarted during the rollout.
  const restarted = await start();
  const { status } = await restarted.call("POST", "/responses", { model: "local/echo", input: "Hello" }, { key });
  const statuses = await calls.end();
  expect([status, [...new Set(statuses)].sort()]).toEqual([200, [200, 201]]);
  await Promise.all([running.stop(), restarted.stop()]);
});

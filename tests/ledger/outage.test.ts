import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type StoppableServer, startServer } from "#tests/support/databases.ts";
import { startGateway } from "#tests/support/servers/gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { callUntilGone } from "./call-until-gone.ts";

const ROUNDS = 3;
const CALLERS = 8;

const upstream = sharedUpstream();
let postgres: StoppableServer;

beforeAll(async () => {
  postgres = await startServer();
});
afterAll(() => postgres?.close());

test("a process killed while PostgreSQL is stopped has every completed request in its ledger", async () => {
  const start = (folder?: string) => {
    const env = { DATABASE_URL: postgres.url };
    return startGateway({ upstream, providers: ["openai"], env, ...(folder && { folder }) });
  };
  let gateway = await start();
  const { key, hash } = await gateway.newKey();
  const answered = new Map<string, boolean>();
  for (let round = 0; round < ROUNDS; round++) {
    const callers = Array.from({ length: CALLERS }, (_, index) => {
      const body = bodyOf(index);
      return callUntilGone(gateway.url, key, body, (id) => answered.set(id, body.stream));
    });
    await sleep(1_000);
    await postgres.stop();
    await sleep(2_000);
    await gateway.kill();
    await Promise.all(callers);
    await postgres.start();
    gateway = await start(gateway.folder);
  }
  await gateway.stop({ keepFolder: true });
  rmSync(gateway.folder, { recursive: true });

  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query(
    "select id, error, usage_estimated, cost_nano_usd::int as cost from generation where key_hash = $1",
    [hash],
  );
  const spent = await client.query(
    "select sum(cost_nano_usd)::int as cost, sum(requests)::int as requests from spend where payer_kind = 'key' and payer_id = $1",
    [hash],
  );
  await client.end();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const wrong = [...answered]
    .map(([id]) => byId.get(id) ?? { id })
    .filter((row) => row.error !== null || row.usage_estimated);
  expect(wrong).toEqual([]);
  expect([...answered.values()].filter(Boolean).length).toBeGreaterThan(ROUNDS * CALLERS);
  expect(spent.rows).toEqual([{ cost: rows.reduce((sum, { cost }) => sum + cost, 0), requests: rows.length }]);
});

function bodyOf(index: number) {
  const messages = [{ role: "user", content: `fault-slow-chunks-${30 * index}` }];
  return { model: "openai/gpt-5-mini", stream: index % 4 > 0, messages };
}

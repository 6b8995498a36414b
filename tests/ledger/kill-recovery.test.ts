import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "#server/data/database.ts";
import { startGateway } from "#tests/support/servers/gateway.ts";
import { startUpstream, type Upstream } from "#tests/support/upstream/upstream.ts";
import { callUntilGone } from "./call-until-gone.ts";

const KILLS = 20;
const CALLERS = 8;

let upstream: Upstream;

beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream?.close());

test("a process killed under load 20 times has every completed request in its ledger, once", async () => {
  let gateway = await startGateway({ upstream, providers: ["openai"] });
  const { key, hash } = await gateway.newKey({ limit: 1_000 });
  for (const budget of BUDGETS)
    expect((await gateway.call("POST", "/workspaces/default/shared-budgets", budget)).status).toBe(201);
  const answered = new Set<string>();
  for (let kill = 0; kill < KILLS; kill++) {
    const callers = Array.from({ length: CALLERS }, (_, index) =>
      callUntilGone(gateway.url, key, { ...BODY, stream: index % 2 === 0 }, (id) => answered.add(id)),
    );
    const enough = answered.size + 20;
    while (answered.size < enough) await new Promise((done) => setTimeout(done, 5));
    await gateway.kill();
    await Promise.all(callers);
    gateway = await startGateway({ upstream, providers: ["openai"], folder: gateway.folder });
  }
  const costs: number[] = [];
  for (const id of answered) {
    const { status, body } = await gateway.call("GET", `/generation?id=${id}`);
    expect([id, status]).toEqual([id, 200]);
    expect([id, body.data.error, body.data.finish_reason === "error"]).toEqual([id, null, false]);
    expect([id, body.data.tags, body.data.external_user]).toEqual([id, TAGS, "anna"]);
    costs.push(body.data.cost_nano_usd);
  }
  expect(answered.size).toBeGreaterThanOrEqual(KILLS * 20);
  await gateway.stop({ keepFolder: true });
  await expectTotalsToBeTheRows(gateway.folder, hash, costs);
}, 600_000);

const TAGS = ["team:search", "env:prod"];
const BODY = {
  model: "openai/gpt-5-mini",
  tags: TAGS,
  user: "anna",
  session_id: "agent",
  max_tokens: 32,
  messages: [{ role: "user", content: "Hello" }],
};
const BUDGETS = [
  { name: "Search", limit_usd: 1_000, tags: TAGS },
  { name: "Each", limit_usd: 1_000, per_external_user: true, reset_interval: "monthly" },
  { name: "Sessions", limit_usd: 1_000, per_session: true },
];

/**
 * The spending of the key, of its tags' budget, of its end user and session and of all of them is the sum of the rows,
 * including calls that a kill interrupted, each counted once.
 */
async function expectTotalsToBeTheRows(folder: string, hash: string, costs: readonly number[]): Promise<void> {
  const database = await openDatabase({ folder });
  const { rows } = await database.pool.query(
    "select sum(cost_nano_usd)::bigint as cost, count(*) filter (where tags is distinct from $2) as untagged from generation where key_hash = $1",
    [hash, TAGS],
  );
  const spent = await database.pool.query(
    `select sum(cost_nano_usd)::bigint as cost from spend
     where payer_kind = 'key' and payer_id = $1 or payer_kind like '%budget%' group by payer_kind, payer_id`,
    [hash],
  );
  await database.close();
  rmSync(folder, { recursive: true, force: true });
  expect(Number(rows[0].untagged)).toBe(0);
  expect(spent.rows).toEqual(Array(6).fill({ cost: rows[0].cost }));
  expect(rows[0].cost).toBeGreaterThanOrEqual(costs.reduce((sum, cost) => sum + cost, 0));
}

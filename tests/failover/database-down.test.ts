import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHANNEL } from "#server/data/changes.ts";
import { type StoppableServer, startServer } from "#tests/support/databases.ts";
import { startGateway, type TestGateway } from "#tests/support/servers/gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { until } from "../pipeline/calling.ts";

// What works while PostgreSQL is stopped, or accepts connections and never responds.

/** The gateway waits two seconds; the rest is for a busy machine. */
const LONGEST_MS = 10_000;
const OWNER = { name: "Olive", email: "olive@example.com", password: "a long enough password" };
const BODY = { model: "openai/gpt-5-mini", max_tokens: 50, messages: [{ role: "user", content: "hi" }] };

const upstream = sharedUpstream();
let postgres: StoppableServer;
beforeAll(async () => {
  postgres = await startServer();
});
afterAll(() => postgres?.close());

const start = (env: Record<string, string> = {}, folder?: string) =>
  startGateway({
    upstream,
    providers: ["openai"],
    env: { DATABASE_URL: postgres.url, SWITCHBOARD_SECRET: "a secret of this test, forty characters!", ...env },
    ...(folder && { folder }),
  });

const callWith = (gateway: TestGateway, key: string, sent: object = {}) =>
  gateway.call("POST", "/chat/completions", { ...BODY, ...sent }, { key });

async function health(gateway: TestGateway, path = "") {
  const response = await fetch(`${gateway.url}/api/health${path}`);
  return { status: response.status, body: await response.json() };
}

/** Calls until the key is rejected; returns the rejection and the number of successful calls before. */
async function untilRejected(gateway: TestGateway, key: string) {
  for (let answered = 0; answered < 200; answered++) {
    const response = await callWith(gateway, key);
    if (response.status !== 200) return { answered, answer: response };
  }
  throw new Error("the key was never rejected");
}

/**
 * Has processes return their leases, and waits until they have. A change announced earlier, such as a new key, then no
 * longer takes a lease away.
 */
async function returnLeases(): Promise<void> {
  await query("select pg_notify($1, 'leases')", [CHANNEL]);
  const isLeased = async () => (await query("select 1 from lease where amount_nano_usd > 0")).length > 0;
  await until(async () => !(await isLeased()), "the return of all leases");
}

async function query(text: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new pg.Client(postgres.url);
  await client.connect();
  const { rows } = await client.query(text, values);
  await client.end();
  return rows;
}

/** Signs the owner in; returns the session's cookie. */
async function signIn({ url, setUpUrl }: TestGateway): Promise<string> {
  const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
  const [path, fields] = setUpUrl
    ? ["setup", { token: new URL(setUpUrl).searchParams.get("token"), ...OWNER }]
    : ["sign-in/email", { email: OWNER.email, password: OWNER.password }];
  const body = JSON.stringify(fields);
  const response = await fetch(`${url}/api/session/${path}`, { method: "POST", headers, body });
  return response.headers.get("set-cookie")?.split(";")[0] ?? "";
}

describe.each([
  ["stopped", () => postgres.stop(), () => postgres.start()],
  ["silent", async () => postgres.freeze(), async () => postgres.thaw()],
] as const)("while PostgreSQL is %s", (_name, goDown, comeBack) => {
  let gateway: TestGateway;
  let keys: Record<"unlimited" | "cold" | "warm", { key: string; hash: string }>;
  let generationId: string;
  let cookie: string;

  const session = (path: string) => fetch(`${gateway.url}${path}`, { headers: { cookie } });

  beforeAll(async () => {
    gateway = await start();
    // Of a gateway that stopped before it had reached its database again.
    await query("delete from lease");
    cookie = await signIn(gateway);
    expect((await session("/api/v1/keys")).status).toBe(200);
    keys = {
      unlimited: await gateway.newKey(),
      cold: await gateway.newKey({ limit: 1 }),
      warm: await gateway.newKey({ limit: 0.01 }),
    };
    for (const [name, sharers] of [
      ["Tagged", { tags: ["team:warm", "team:cold"] }],
      ["Each", { per_external_user: true }],
      ["Session", { per_session: true }],
    ] as const)
      await gateway.call("POST", "/workspaces/default/shared-budgets", { name, limit_usd: 1, ...sharers });
    await callWith(gateway, keys.warm.key);
    await returnLeases();
    await callWith(gateway, keys.unlimited.key, { user: "warm", session_id: "warm" });
    generationId = (await callWith(gateway, keys.warm.key)).headers.get("x-generation-id") as string;
    await callWith(gateway, keys.unlimited.key);
    expect((await gateway.call("GET", "/keys")).status).toBe(200);
    await goDown();
  });
  afterAll(async () => {
    await comeBack();
    await gateway?.stop();
  });

  test("a key without a limit is served", async () => {
    expect((await callWith(gateway, keys.unlimited.key)).status).toBe(200);
  });

  test("a limited key without a lease in this process gets limits_unavailable with Retry-After", async () => {
    const startedMs = performance.now();
    const { status, headers, body } = await callWith(gateway, keys.cold.key);
    expect(performance.now() - startedMs).toBeLessThan(LONGEST_MS);
    expect([status, body.error.metadata.reason]).toEqual([503, "limits_unavailable"]);
    expect(body.error.message).toContain("limits_unavailable");
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("a limited key spends no more than its lease covers", async () => {
    const { answered, answer } = await untilRejected(gateway, keys.warm.key);
    expect(answered).toBeGreaterThan(0);
    expect([answer.status, answer.body.error.metadata.reason]).toEqual([503, "limits_unavailable"]);
  });

  test("budgets of tags, end users and sessions cover what this process has leased, and hold for the others", async () => {
    const { key } = keys.unlimited;
    expect((await callWith(gateway, key, { user: "warm", session_id: "warm" })).status).toBe(200);
    for (const sent of [{ user: "cold" }, { session_id: "cold" }, { tags: ["team:cold"] }]) {
      const { status, body } = await callWith(gateway, key, sent);
      expect([status, body.error.metadata]).toEqual([503, { reason: "limits_unavailable", limit: "shared" }]);
    }
  });

  test.each(["/keys", "/workspaces", "/guardrails", "/credits", "/system"])(
    "GET %s fails within two seconds with the reason",
    async (path) => {
      const startedMs = performance.now();
      const { status, body, headers } = await gateway.call("GET", path);
      expect(performance.now() - startedMs).toBeLessThan(LONGEST_MS);
      expect([status, body.error.metadata?.reason]).toEqual([503, "database_unavailable"]);
      expect(body.error.message).toContain("The database is not responding");
      expect(headers.get("retry-after")).toBeTruthy();
    },
  );

  test("reading a generation, a write and an unknown key get 503 instead of a wrong response", async () => {
    const responses = await Promise.all([
      gateway.call("GET", `/generation?id=${generationId}`),
      gateway.call("POST", "/keys", { name: "no" }),
      gateway.call("GET", "/models/user", undefined, { key: "sk-sb-unknown" }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([503, 503, 503]);
  });

  test("the console's session stays signed in", async () => {
    const current = await session("/api/session");
    expect([current.status, (await current.json()).user.email]).toEqual([200, OWNER.email]);
    expect((await session("/api/v1/keys")).status).toBe(503);
  });

  test("the console still starts when what it knew of members and workspaces is older than ten seconds", async () => {
    await sleep(10_500);
    const response = await session("/api/session");
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(OWNER.email);
  });

  test("the process is live and ready, and reports what is degraded and since when", async () => {
    for (const path of ["", "/live", "/ready"]) {
      const { status, body } = await health(gateway, path);
      expect([path, status, body.status, body.database]).toEqual([path, 200, "degraded", "unavailable"]);
      expect(body.degraded).toEqual([{ part: "database", since: expect.any(String), effect: expect.any(String) }]);
      expect(Date.parse(body.degraded[0].since)).toBeLessThanOrEqual(Date.now());
    }
  });

  test("everything works again once the database is back", async () => {
    await comeBack();
    await expect.poll(async () => (await health(gateway)).body.status, { timeout: 20_000 }).toBe("ok");
    await expect.poll(async () => (await gateway.call("GET", "/keys")).status, { timeout: 20_000 }).toBe(200);
    expect((await callWith(gateway, keys.cold.key)).status).toBe(200);
    expect((await gateway.call("GET", `/generation?id=${generationId}`)).status).toBe(200);
    // Each outage is logged once, and so is its end. A busy machine may have others.
    const said = gateway.output().match(/database (?:is not responding|responds again)/g) ?? [];
    expect(said).toEqual(
      said.map((_, at) => (at % 2 === 0 ? "database is not responding" : "database responds again")),
    );
    expect(said.at(-1)).toBe("database responds again");
    await goDown();
  });
});

test("an overdraft is bounded, and each process charges it once, even after kill -9", async () => {
  const overdraftUsd = 0.001;
  const open = () => start({ OUTAGE_OVERDRAFT_USD: String(overdraftUsd) });
  const [first, second] = [await open(), await open()];
  const madeMs = Date.now();
  const { key, hash } = await first.newKey({ limit: 0.000_000_001 });
  // Both processes know the key, and so does what a restarted one starts from.
  expect([(await callWith(first, key)).status, (await callWith(second, key)).status]).toEqual([402, 402]);
  const savedMs = () => statSync(join(first.folder, "last-known-state")).mtimeMs;
  await expect.poll(savedMs, { timeout: 20_000 }).toBeGreaterThan(madeMs);
  await postgres.stop();
  const outcomes = await Promise.all([untilRejected(first, key), untilRejected(second, key)]);
  for (const { answered, answer } of outcomes) {
    expect(answered).toBeGreaterThan(0);
    expect([answer.status, answer.body.error.metadata.reason]).toEqual([503, "limits_unavailable"]);
  }
  await first.kill();
  const between = await start({ OUTAGE_OVERDRAFT_USD: String(overdraftUsd) }, first.folder);
  expect((await untilRejected(between, key)).answered).toBe(0);
  await between.kill();
  await postgres.start();
  const again = await start({}, first.folder);
  const calls = outcomes.reduce((sum, { answered }) => sum + answered, 0);
  const read = async () => {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const { rows } = await client.query(
      `select count(*)::int as calls, sum(cost_nano_usd)::int as cost,
        count(*) filter (where notes::text like '%overdraft%')::int as marked,
        (select sum(cost_nano_usd)::int from spend where payer_kind = 'limit' and payer_id =
          (select limit_account::text from api_key where hash = $1)) as spent
        from generation where key_hash = $1 and status = 200`,
      [hash],
    );
    await client.end();
    return rows[0];
  };
  await expect.poll(async () => (await read()).calls, { timeout: 30_000 }).toBe(calls);
  const { cost, spent, marked } = await read();
  expect([spent, marked]).toEqual([cost, calls]);
  expect(cost).toBeLessThanOrEqual(2 * overdraftUsd * 1e9);
  for (const gateway of [again, second]) {
    await expect.poll(async () => (await callWith(gateway, key)).status, { timeout: 20_000 }).toBe(402);
    await gateway.stop();
  }
});

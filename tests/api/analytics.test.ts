import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PostgresServer, startPostgres } from "#tests/support/databases.ts";
import { columnsOf, randomRow, writeRows } from "#tests/support/ledger/ledger-rows.ts";
import { seededRandom } from "#tests/support/random/seeded-random.ts";
import { startGateway, type TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";

const DAY = 86_400_000;
const OTHER_ORGANIZATION = "99999999-9999-4999-8999-999999999999";
const OTHER_WORKSPACE = "88888888-8888-4888-8888-888888888888";

let server: PostgresServer;
let gateway: TestGateway;
let pool: pg.Pool;
let organizationId: string;
let workspaceId: string;
let secondId: string;

beforeAll(async () => {
  server = await startPostgres();
  gateway = await openPooledGateway({ env: { DATABASE_URL: server.url } });
  pool = new pg.Pool({ connectionString: server.url, max: 2 });
  const { rows } = await pool.query("select id, organization_id from workspace");
  ({ id: workspaceId, organization_id: organizationId } = rows[0]);
  const second = await pool.query(
    "insert into workspace (organization_id, name, slug) values ($1, 'Second', 'second') returning id",
    [organizationId],
  );
  secondId = second.rows[0].id;
  // Long enough for the gateway to have read the new workspace.
  await gateway.stop({ keepFolder: true });
  gateway = await openPooledGateway({ env: { DATABASE_URL: server.url } });
});

afterAll(async () => {
  await pool?.end();
  await gateway?.stop();
  await server?.close();
});

const query = (body: object, key?: string) => gateway.call("POST", "/analytics/query", body, key ? { key } : {});
const range = (from: number, to: number) => ({
  time_range: { start: new Date(from).toISOString(), end: new Date(to).toISOString() },
});

let made = 0;
async function write(count: number, workspace: string, from: number, to: number, keys: Partial<object> = {}) {
  const options = {
    random: seededRandom(++made),
    organizationId,
    workspaceIds: [workspace],
    keys: 6,
    models: 4,
    from,
    to,
  };
  const rows = Array.from({ length: count }, (_, index) => ({
    ...randomRow(`row-${made}-${index}`, options),
    ...keys,
  }));
  await writeRows(pool, rows.map(columnsOf));
  return rows;
}

describe("an analytics query", () => {
  test("counts a call as soon as its response is sent", async () => {
    const { key, hash } = await gateway.newKey();
    const body = { metrics: ["requests", "cost"], filters: [{ field: "api_key_hash", operator: "eq", value: hash }] };
    for (const times of [1, 2]) {
      await gateway.call("POST", "/responses", { model: "local/echo", input: "hi" }, { key });
      const answer = await query(body);
      expect(answer.status).toBe(200);
      expect(answer.body.data.data).toEqual([{ requests: times, cost: 0 }]);
      expect(answer.body.data.metadata).toMatchObject({ row_count: 1, truncated: false });
    }
  });

  test("splits by end user and session, and filters by them, in the caller's workspace only", async () => {
    const from = Date.now() - 60 * DAY;
    const of = (externalUser: string, sessionId: string | null) => ({ externalUser, sessionId });
    await write(4, workspaceId, from, from + DAY, of("ada", "first"));
    await write(3, workspaceId, from, from + DAY, of("bob", null));
    await write(2, secondId, from, from + DAY, of("ada", "first"));
    const body = { metrics: ["requests"], ...range(from, from + DAY) };
    const counts = async (more: object) => (await query({ ...body, ...more })).body.data.data;
    expect(await counts({ dimensions: ["external_user"] })).toEqual([
      { external_user: "ada", requests: 4 },
      { external_user: "bob", requests: 3 },
    ]);
    expect(await counts({ dimensions: ["session_id"] })).toEqual([
      { session_id: "first", requests: 4 },
      { session_id: null, requests: 3 },
    ]);
    const filter = { field: "external_user", operator: "eq", value: "bob" };
    expect(await counts({ filters: [filter] })).toEqual([{ requests: 3 }]);
    expect(await counts({ filters: [filter], dimensions: ["api_key_hash", "workspace_id"] })).toSatisfy(
      (rows: { requests: number }[]) => rows.reduce((all, row) => all + row.requests, 0) === 3,
    );
    const key = (await gateway.newKey()).key;
    const call = { model: "local/echo", input: "hi", user: "carol", session_id: "second" };
    expect((await gateway.call("POST", "/responses", call, { key })).status).toBe(200);
    const now = { metrics: ["requests"], dimensions: ["external_user", "session_id"] };
    expect((await query(now)).body.data.data).toContainEqual({
      external_user: "carol",
      session_id: "second",
      requests: 1,
    });
  });

  test("covers the caller's workspace or, with a filter, the whole organization, but no other", async () => {
    const from = Date.now() - 40 * DAY;
    const body = { metrics: ["requests"], ...range(from, from + DAY) };
    await write(30, workspaceId, from, from + DAY);
    await write(20, secondId, from, from + DAY);
    await write(50, OTHER_WORKSPACE, from, from + DAY, { organizationId: OTHER_ORGANIZATION });
    const counts = async (more: object) => (await query({ ...body, ...more })).body.data.data;
    expect(await counts({})).toEqual([{ requests: 30 }]);
    const second = { field: "workspace_id", operator: "eq", value: secondId };
    expect(await counts({ filters: [second] })).toEqual([{ requests: 20 }]);
    expect(await counts({ filters: [{ ...second, value: OTHER_WORKSPACE }] })).toEqual([{ requests: 0 }]);
    expect(await counts({ dimensions: ["workspace_id"] })).toEqual([
      { workspace_id: workspaceId, requests: 30 },
      { workspace_id: secondId, requests: 20 },
    ]);
  });

  test("fills buckets without calls with zeros, or with null if nothing was measured", async () => {
    const from = Math.floor((Date.now() - 80 * DAY) / DAY) * DAY;
    await write(10, workspaceId, from + DAY, from + DAY + 1000);
    const { body } = await query({
      metrics: ["requests", "tokens_prompt", "error_rate", "latency_p95"],
      granularity: "day",
      ...range(from, from + 3 * DAY),
    });
    const [first, second, third] = body.data.data;
    const empty = { requests: 0, tokens_prompt: 0, error_rate: null, latency_p95: null };
    expect(first).toEqual({ time: new Date(from).toISOString(), ...empty });
    expect(second).toMatchObject({ requests: 10, latency_p95: expect.any(Number) });
    expect(third).toEqual({ time: new Date(from + 2 * DAY).toISOString(), ...empty });
  });

  test("lists the largest groups, combines the others, and reports omitted rows", async () => {
    const from = Date.now() - 120 * DAY;
    const rows = await write(60, workspaceId, from, from + 1000);
    const body = { metrics: ["requests"], dimensions: ["model"], ...range(from - DAY, from + DAY) };
    const limited = (await query({ ...body, group_limit: 1 })).body.data;
    expect(limited.data).toHaveLength(2);
    expect(limited.data[1]).toEqual({ model: null, is_other: true, requests: rows.length - limited.data[0].requests });
    const cut = (await query({ ...body, limit: 1 })).body.data;
    expect(cut.metadata).toMatchObject({ row_count: 1, truncated: true });
    const ordered = (await query({ ...body, order_by: { field: "requests", direction: "asc" } })).body.data.data;
    const counts = ordered.map((row: { requests: number }) => row.requests);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
  });

  test.each([
    [{}, "metrics"],
    [{ metrics: [] }, "metrics"],
    [{ metrics: ["requests", "requests"] }, "metrics"],
    [{ metrics: ["requests; drop table generation"] }, "metrics"],
    [{ metrics: ["requests"], dimensions: ["model", "provider", "status"] }, "dimensions"],
    [{ metrics: ["requests"], dimensions: ["color"] }, "dimensions"],
    [{ metrics: ["requests"], granularity: "second" }, "granularity"],
    [{ metrics: ["requests"], limit: 0 }, "limit"],
    [{ metrics: ["requests"], group_limit: 3 }, "group_limit"],
    [{ metrics: ["requests"], order_by: { field: "cost" } }, "order_by.field"],
    [{ metrics: ["requests"], colour: "red" }, "colour"],
    [{ metrics: ["requests"], time_range: { start: "yesterday", end: "today" } }, "time_range.start"],
    [{ metrics: ["requests"], ...range(2, 1) }, "time_range.end"],
    [{ metrics: ["requests"], granularity: "hour", ...range(0, Date.now()) }, "time range"],
    [{ metrics: ["requests"], granularity: "minute", ...range(0, DAY) }, "Data by minute is available since"],
    [{ metrics: ["requests"], filters: [{ field: "model", operator: "gt", value: "a" }] }, "filters[0].operator"],
    [{ metrics: ["requests"], filters: [{ field: "model", operator: "in", value: "a" }] }, "filters[0].value"],
    [{ metrics: ["requests"], filters: [{ field: "model", operator: "eq", value: ["a"] }] }, "filters[0].value"],
    [{ metrics: ["requests"], filters: [{ field: "status", operator: "eq", value: "200" }] }, "filters[0].value"],
    [{ metrics: ["requests"], filters: [{ field: "is_byok", operator: "eq", value: "true" }] }, "filters[0].value"],
    [{ metrics: ["requests"], filters: [{ field: "status", operator: "gt", value: null }] }, "filters[0].value"],
    [{ metrics: ["requests"], filters: Array(21).fill({ field: "model", operator: "eq", value: "a" }) }, "filters"],
  ])("rejects %j and says why", async (body, named) => {
    const answer = await query(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(named);
  });

  test("never interprets a filter's value", async () => {
    for (const value of ["' or true --", "$1", "\u0001", "\u0002", "%"]) {
      const answer = await query({ metrics: ["requests"], filters: [{ field: "model", operator: "eq", value }] });
      expect(answer.body.data.data).toEqual([{ requests: 0 }]);
    }
  });

  test("requires a management key", async () => {
    const { key } = await gateway.newKey();
    expect((await query({ metrics: ["requests"] }, key)).status).toBe(403);
    expect((await gateway.call("GET", "/analytics/meta", undefined, { key })).status).toBe(403);
    expect((await gateway.call("GET", "/activity", undefined, { key })).status).toBe(403);
  });
});

test("every field listed in the metadata can be queried", async () => {
  const { metrics, dimensions, granularities, operators } = (await gateway.call("GET", "/analytics/meta")).body.data;
  const names = (all: { name: string }[]) => all.map(({ name }) => name);
  for (const dimension of names(dimensions)) {
    const response = await query({ metrics: names(metrics), dimensions: [dimension] });
    expect(response.status, dimension).toBe(200);
  }
  for (const granularity of names(granularities)) {
    expect((await query({ metrics: ["requests"], granularity })).status, granularity).toBe(200);
  }
  for (const { name, value_type } of operators) {
    const value = value_type === "array" ? [200] : 200;
    const filters = [{ field: "status", operator: name, value }];
    expect((await query({ metrics: ["requests"], filters })).status, name).toBe(200);
  }
});

describe("the activity", () => {
  const activity = (search = "") => gateway.call("GET", `/activity${search}`);
  const today = Math.floor(Date.now() / DAY) * DAY;

  test("covers the last 30 complete days by model endpoint, without today", async () => {
    const { hash } = await gateway.newKey();
    const mine = { keyHash: hash };
    await write(5, workspaceId, today, Date.now(), mine);
    await write(5, workspaceId, today - 31 * DAY, today - 30 * DAY, mine);
    const rows = await write(40, workspaceId, today - 30 * DAY, today, mine);
    const { status, body } = await activity(`?api_key_hash=${hash}`);
    expect(status).toBe(200);
    const total = (name: string) =>
      body.data.reduce((sum: number, row: Record<string, number>) => sum + (row[name] ?? 0), 0);
    expect(total("requests")).toBe(40);
    const cost = (byok: boolean) =>
      rows.filter((row) => row.isByok === byok).reduce((sum, row) => sum + row.costNanoUsd, 0);
    expect(total("usage")).toBeCloseTo(cost(false) / 1e9, 9);
    expect(total("byok_usage_inference")).toBeCloseTo(cost(true) / 1e9, 9);
    const [first] = body.data;
    const same = rows.filter(
      (row) => row.createdAt.toISOString().startsWith(first.date) && row.modelEndpoint === first.endpoint_id,
    );
    expect(first).toMatchObject({ model: same[0]?.model, provider_name: same[0]?.provider, requests: same.length });
    expect(first.workspace_id).toBeUndefined();
    expect(new Set(body.data.map((row: { date: string }) => row.date)).size).toBeGreaterThan(10);
  });

  test("separates workspaces and days on request", async () => {
    const date = new Date(today - 2 * DAY).toISOString().slice(0, 10);
    await write(7, secondId, today - 2 * DAY, today - DAY);
    const all = (await activity(`?date=${date}&group_by=workspace`)).body.data;
    expect(new Set(all.map((row: { date: string }) => row.date))).toEqual(new Set([date]));
    const second = (await activity(`?date=${date}&group_by=workspace&workspace_id=second`)).body.data;
    expect(second.reduce((sum: number, row: { requests: number }) => sum + row.requests, 0)).toBe(7);
    expect(new Set(second.map((row: { workspace_id: string }) => row.workspace_id))).toEqual(new Set([secondId]));
  });

  test.each([
    ["?date=2026-13-01", 400],
    [`?date=${new Date(today).toISOString().slice(0, 10)}`, 400],
    [`?date=${new Date(today - 31 * DAY).toISOString().slice(0, 10)}`, 400],
    ["?group_by=model", 400],
    ["?api_key_hash=nobody", 404],
    ["?user_id=nobody", 404],
    [`?workspace_id=${OTHER_WORKSPACE}`, 404],
  ])("responds to %s with %d", async (search, status) => {
    expect((await activity(search)).status).toBe(status);
  });
});

test("two processes killed during roll-ups under load count every ledger row once", async () => {
  const start = () => startGateway({ env: { DATABASE_URL: server.url } });
  const body = { metrics: ["requests"], ...range(Date.now() - 35 * DAY, Date.now() + DAY) };
  for (let round = 0; round < 4; round++) {
    const doomed = await Promise.all([start(), start()]);
    const { key } = await gateway.newKey();
    const calls = doomed.flatMap((one) =>
      Array.from({ length: 30 }, async () => {
        await one.call("POST", "/responses", { model: "local/echo", input: "hi" }, { key });
        await one.call("POST", "/analytics/query", body);
      }),
    );
    const ended = Promise.allSettled(calls);
    await new Promise((later) => setTimeout(later, 40 + 60 * round));
    await Promise.all(doomed.map((one) => one.kill()));
    await ended;
  }
  const counted = (await query(body)).body.data.data[0].requests;
  const { rows } = await pool.query(
    "select count(*) as rows from generation where workspace_id = $1 and created_at >= $2",
    [workspaceId, new Date(Math.floor(Date.parse(body.time_range.start) / 3_600_000) * 3_600_000)],
  );
  expect(counted).toBe(rows[0].rows);
});

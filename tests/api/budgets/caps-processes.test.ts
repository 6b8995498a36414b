import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limitPeriod } from "#lib/limit-period.ts";
import { type PostgresServer, startPostgres } from "#tests/support/databases.ts";
import { becomeOwner, join, type Person } from "#tests/support/people.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { startUpstream, type Upstream } from "#tests/support/upstream/upstream.ts";

/** 40 input tokens at 0.15 and 20 output tokens at 0.60 USD a million; a request reserves 0.000023. */
const COST_USD = 0.000018;
const RESERVED_USD = 0.000023;
const CALLS = 256;
const COVERED = 40;

describe("caps and shared budgets in two processes on one PostgreSQL", () => {
  let server: PostgresServer;
  let upstream: Upstream;
  let gateways: [TestGateway, TestGateway];
  let member: Person;
  let keys: string[];

  beforeAll(async () => {
    server = await startPostgres({ isEmpty: true });
    upstream = await startUpstream();
    const options = { upstream, providers: ["openai"], env: { DATABASE_URL: server.url } };
    const first = await openPooledGateway(options);
    // The second process would replace the setup link.
    const owner = await becomeOwner(first);
    gateways = [first, await openPooledGateway(options)];
    member = await join(first, owner, "member", "alan@example.com");
    keys = [];
    for (let made = 0; made < 2; made++) keys.push((await member.call("POST", "/keys", { name: "Own" })).body.key);
  });

  afterAll(async () => {
    await Promise.all((gateways ?? []).map((gateway) => gateway.stop()));
    await upstream?.close();
    await server?.close();
  });

  let labels: { tags?: string[]; user?: string; session_id?: string } = {};
  const call = async (index: number) => {
    upstream.script({ usage: { inputTokens: 40, outputTokens: 20 } });
    const input = "count these words ".repeat(14);
    const body = { model: "openai/gpt-4o-mini", input, max_output_tokens: 20, ...labels };
    const options = { key: keys[(index >> 1) % 2] as string };
    return (await (gateways[index % 2] as TestGateway).call("POST", "/responses", body, options)).status;
  };
  /** Waits until the second process applies the limit: before that, the upstream rejects the request, at no cost. */
  const applied = () =>
    expect
      .poll(async () => {
        const body = { model: "openai/gpt-4o-mini", input: "fault-400", max_output_tokens: 16_000, ...labels };
        return (await gateways[1].call("POST", "/responses", body, { key: keys[0] as string })).status;
      })
      .toBe(402);
  /**
   * Sends all requests at once, then one after the other until both processes reject. Returns how many were accepted.
   */
  async function exhaust(): Promise<number> {
    const statuses = await Promise.all(Array.from({ length: CALLS }, (_, index) => call(index)));
    expect(statuses.filter((status) => status !== 200 && status !== 402)).toEqual([]);
    let accepted = statuses.filter((status) => status === 200).length;
    for (let index = 0, rejected = 0; rejected < 4; index++) {
      const isAccepted = (await call(index)) === 200;
      accepted += Number(isAccepted);
      rejected = isAccepted ? 0 : rejected + 1;
    }
    return accepted;
  }

  test("a member's cap is spent to the end by 256 simultaneous calls, and not beyond, in any time zone", async () => {
    const path = `/workspaces/default/member-caps/${member.id}`;
    const [first] = gateways;
    const capUsd = Number((COST_USD * COVERED).toFixed(9));
    await first.call("PUT", path, { daily_usd: capUsd, monthly_usd: null });
    await applied();
    const accepted = await exhaust();
    const most = Math.floor((capUsd - RESERVED_USD) / COST_USD) + 1;
    expect(accepted).toBe(most);
    // Both days include the last minutes.
    const isInside = (zone: string) => {
      const { startMs, resetMs } = limitPeriod("daily", Date.now(), zone);
      return Date.now() - startMs > 600_000 && resetMs - Date.now() > 600_000;
    };
    for (const zone of ["Asia/Kathmandu", "America/New_York", "Europe/Berlin"].filter(isInside)) {
      expect((await first.call("PATCH", "/workspaces/default", { time_zone: zone })).status).toBe(200);
      await expect.poll(async () => [await call(0), await call(1)]).toEqual([402, 402]);
    }
    const { data } = (await member.call("GET", "/workspaces/default/member-caps")).body;
    expect(data[0].daily.spent_usd).toBeCloseTo(accepted * COST_USD, 9);
    await first.call("DELETE", path);
  });

  test("a shared budget is spent to the end by 256 simultaneous calls, and not beyond", async () => {
    const [first] = gateways;
    const limitUsd = Number((COST_USD * COVERED).toFixed(9));
    const fields = { name: "Team", limit_usd: limitUsd, user_ids: [member.id], reset_interval: "weekly" };
    const { id } = (await first.call("POST", "/workspaces/default/shared-budgets", fields)).body.data;
    await applied();
    expect(await exhaust()).toBe(Math.floor((limitUsd - RESERVED_USD) / COST_USD) + 1);
    const { data } = (await first.call("GET", `/workspaces/default/shared-budgets/${id}`)).body;
    expect(data.spent_usd).toBeLessThanOrEqual(limitUsd);
    await first.call("DELETE", `/workspaces/default/shared-budgets/${id}`);
  });

  test.each([
    ["a tag", { tags: ["team:search"] }, { tags: ["team:search"] }],
    ["an end user", { user: "anna" }, { external_users: ["anna"] }],
    ["each end user", { user: "ben" }, { per_external_user: true }],
    ["each session", { session_id: "runaway" }, { per_session: true }],
  ])(
    "a budget of %s is spent to the end by 256 simultaneous calls, and not beyond",
    async (name, sent, sharers) => {
      const [first] = gateways;
      const limitUsd = Number((COST_USD * COVERED).toFixed(9));
      labels = sent;
      const { id } = (
        await first.call("POST", "/workspaces/default/shared-budgets", { name, limit_usd: limitUsd, ...sharers })
      ).body.data;
      await applied();
      const accepted = await exhaust();
      expect(accepted).toBe(Math.floor((limitUsd - RESERVED_USD) / COST_USD) + 1);
      const { data } = (await first.call("GET", `/workspaces/default/shared-budgets/${id}`)).body;
      expect(data.spent_usd).toBeCloseTo(accepted * COST_USD, 9);
      labels = {};
      expect([await call(0), await call(1)]).toEqual([200, 200]);
    },
    120_000,
  );
});

import { beforeEach, describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

const MODEL = "openai/gpt-4o-mini";
/** 40 input tokens at 0.15 and 20 output tokens at 0.60 USD a million; a request reserves 0.000023. */
const COST_USD = 0.000018;
const PROMPT = "count these words ".repeat(14);

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });

beforeEach(() => upstream.script({ usage: { inputTokens: 40, outputTokens: 20 } }));

const call = (key: string) =>
  gateway.call("POST", "/responses", { model: MODEL, input: PROMPT, max_output_tokens: 20 }, { key });
const put = (interval: string, body: object) => gateway.call("PUT", `/workspaces/default/budgets/${interval}`, body);
const remove = (interval: string) => gateway.call("DELETE", `/workspaces/default/budgets/${interval}`);

describe("a workspace's budget", () => {
  test("rejects calls beyond it with an error that names the budget and its reset", async () => {
    const { key } = await gateway.newKey();
    expect((await put("daily", { limit_usd: 0.000001 })).status).toBe(200);
    const { status, body } = await call(key);
    expect([status, body.error.metadata.limit]).toEqual([402, "budget"]);
    expect(body.error.message).toContain("daily budget");
    expect(body.error.metadata.resets_at).toMatch(/T00:00:00.000Z$/);
    expect((await remove("daily")).body).toEqual({ deleted: true });
    expect((await call(key)).status).toBe(200);
  });

  test("applies to all keys combined", async () => {
    const spent = await spentSoFar();
    const [one, other] = [await gateway.newKey(), await gateway.newKey()];
    await put("lifetime", { limit_usd: Number((spent + COST_USD * 2.5).toFixed(9)) });
    expect((await call(one.key)).status).toBe(200);
    expect((await call(other.key)).status).toBe(200);
    expect((await call(one.key)).status).toBe(402);
    await remove("lifetime");
  });

  test("must be lower than budgets with longer intervals and higher than those with shorter ones", async () => {
    expect((await put("monthly", { limit_usd: 100 })).status).toBe(200);
    for (const [interval, limit_usd] of [
      ["daily", 100],
      ["weekly", 101],
      ["lifetime", 100],
    ] as const) {
      expect([interval, (await put(interval, { limit_usd })).status]).toEqual([interval, 400]);
    }
    expect((await put("daily", { limit_usd: 99 })).status).toBe(200);
    const { body } = await gateway.call("GET", "/workspaces/default/budgets");
    expect(
      body.data.map((one: { limit_usd: number; reset_interval: string }) => [one.reset_interval, one.limit_usd]),
    ).toEqual([
      ["daily", 99],
      ["monthly", 100],
    ]);
    for (const interval of ["daily", "monthly"]) await remove(interval);
  });

  test.each([
    ["an unknown interval", "PUT", "/workspaces/default/budgets/hourly", { limit_usd: 1 }, 400],
    ["a limit of zero", "PUT", "/workspaces/default/budgets/daily", { limit_usd: 0 }, 400],
    ["a limit that is a string", "PUT", "/workspaces/default/budgets/daily", { limit_usd: "1" }, 400],
    ["a limit with ten decimals", "PUT", "/workspaces/default/budgets/daily", { limit_usd: 0.0000000001 }, 400],
    ["an unknown field", "PUT", "/workspaces/default/budgets/daily", { limit_usd: 1, more: 1 }, 400],
    ["an unknown workspace", "PUT", "/workspaces/nowhere/budgets/daily", { limit_usd: 1 }, 404],
    ["a budget that does not exist", "GET", "/workspaces/default/budgets/weekly", undefined, 404],
  ])("responds to %s with an error", async (_name, method, path, body, status) => {
    expect((await gateway.call(method, path, body)).status).toBe(status);
  });

  test("stores whether BYOK spending counts", async () => {
    const set = await put("daily", { limit_usd: 5, include_byok_in_budgets: true });
    expect(set.body.include_byok_in_budgets).toBe(true);
    expect((await gateway.call("GET", "/workspaces/default/budgets/daily")).body.include_byok_in_budgets).toBe(true);
    await put("daily", { limit_usd: 5, include_byok_in_budgets: false });
    await remove("daily");
  });
});

describe("credits", () => {
  test("limit spending from the first grant onward, regardless of earlier spending", async () => {
    const { key } = await gateway.newKey();
    await call(key);
    const granted = await gateway.call("POST", "/credits/adjustments", {
      kind: "grant",
      amount: 0.00005,
      reason: "Trial",
    });
    expect([granted.status, granted.body.data.amount]).toEqual([201, 0.00005]);
    expect((await call(key)).status).toBe(200);
    expect((await call(key)).status).toBe(200);
    const refused = await call(key);
    expect([refused.status, refused.body.error.metadata.limit]).toEqual([402, "credits"]);
    const { data } = (await gateway.call("GET", "/credits")).body;
    expect(data.is_unlimited).toBe(false);
    expect(data.total_credits - data.total_usage).toBeCloseTo(0.000014, 12);
  });

  test("can be increased and reduced by corrections with a reason and an author", async () => {
    const { key } = await gateway.newKey();
    await gateway.call("POST", "/credits/adjustments", { kind: "correction", amount: 1, reason: "Too little" });
    expect((await call(key)).status).toBe(200);
    await gateway.call("POST", "/credits/adjustments", { kind: "correction", amount: -1.00004, reason: "Too much" });
    expect((await call(key)).status).toBe(402);
    const { data, total_count } = (await gateway.call("GET", "/credits/adjustments?limit=2")).body;
    expect(data.map((one: { amount: number; reason: string }) => [one.amount, one.reason])).toEqual([
      [-1.00004, "Too much"],
      [1, "Too little"],
    ]);
    expect(data[0].author_key_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(total_count).toBe(4);
  });

  test.each([
    [{ kind: "grant", amount: -1, reason: "No" }],
    [{ kind: "grant", amount: 0, reason: "No" }],
    [{ kind: "gift", amount: 1, reason: "No" }],
    [{ kind: "grant", amount: 1 }],
    [{ kind: "grant", amount: 0.0000000001, reason: "No" }],
  ])("cannot be adjusted by %j", async (body) => {
    expect((await gateway.call("POST", "/credits/adjustments", body)).status).toBe(400);
  });
});

async function spentSoFar(): Promise<number> {
  return (await gateway.call("GET", "/credits")).body.data.total_usage;
}

import { beforeEach, describe, expect, test } from "vitest";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

const MODEL = "openai/gpt-4o-mini";
/** 40 input tokens at 0.15 and 20 output tokens at 0.60 USD a million. */
const COST_USD = 0.000018;
const USAGE = { inputTokens: 40, outputTokens: 20 };
/** At least 40 tokens, so that no request costs more than was reserved for it. */
const PROMPT = "count these words ".repeat(14);

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });

beforeEach(() => upstream.script({ usage: USAGE }));

const call = (key: string, on = gateway) =>
  on.call("POST", "/responses", { model: MODEL, input: PROMPT, max_output_tokens: 20 }, { key });
const recordOf = async (hash: string) => (await gateway.call("GET", `/keys/${hash}`)).body.data;
const change = (hash: string, body: object) => gateway.call("PATCH", `/keys/${hash}`, body);

describe("a limit", () => {
  test("blocks calls when used up, and the error names the limit and its reset", async () => {
    for (const [limit_reset, resetsAt] of [
      ["daily", nextMidnight()],
      [null, null],
    ] as const) {
      const { key } = await gateway.newKey({ limit: 0.000001, limit_reset });
      const { status, body } = await call(key);
      expect(status).toBe(402);
      expect(body.error).toMatchObject({
        code: 402,
        type: "billing_error",
        metadata: { limit: "key", limit_reset, resets_at: resetsAt },
      });
      expect(body.error.message).toContain(resetsAt ?? "never");
    }
  });

  test("of zero blocks calls that cost money but not free ones", async () => {
    const { key } = await gateway.newKey({ limit: 0 });
    expect((await call(key)).status).toBe(402);
    const free = await gateway.call("POST", "/responses", { model: "local/echo", input: "hi" }, { key });
    expect(free.status).toBe(200);
  });

  test("can be used to the last nano-dollar, and the remainder is exact", async () => {
    const { key, hash } = await gateway.newKey({ limit: 0.001 });
    expect((await call(key)).status).toBe(200);
    expect(await recordOf(hash)).toMatchObject({
      usage: COST_USD,
      usage_daily: COST_USD,
      usage_weekly: COST_USD,
      usage_monthly: COST_USD,
      byok_usage: 0,
      limit_remaining: 0.000982,
    });
  });

  test("is never exceeded by simultaneous calls", async () => {
    const limit = COST_USD * 5;
    const { key, hash } = await gateway.newKey({ limit });
    const responses = await Promise.all(Array.from({ length: 40 }, () => call(key)));
    const served = responses.filter(({ status }) => status === 200).length;
    expect(responses.every(({ status }) => status === 200 || status === 402)).toBe(true);
    expect(served).toBeGreaterThan(0);
    expect(served).toBeLessThanOrEqual(5);
    const { usage, limit_remaining } = await recordOf(hash);
    expect(usage).toBeCloseTo(served * COST_USD, 12);
    expect(limit_remaining).toBeCloseTo(limit - usage, 12);
  });

  test("leaves zero, not less, if it is lowered below the spending", async () => {
    const { key, hash } = await gateway.newKey({ limit: 1 });
    await call(key);
    expect((await change(hash, { limit: 0.00001 })).body.data.limit_remaining).toBe(0);
    expect((await call(key)).status).toBe(402);
  });

  test("allows the next call once it is raised or removed", async () => {
    const { key, hash } = await gateway.newKey({ limit: 0.000001 });
    expect((await call(key)).status).toBe(402);
    await change(hash, { limit: 1 });
    expect((await call(key)).status).toBe(200);
    await change(hash, { limit: 0.000001 });
    expect((await call(key)).status).toBe(402);
    await change(hash, { limit: null });
    expect((await call(key)).status).toBe(200);
  });

  test("counts spending in the new interval after its interval changes", async () => {
    const { key, hash } = await gateway.newKey();
    await call(key);
    await change(hash, { limit: COST_USD, limit_reset: "daily" });
    expect((await call(key)).status).toBe(402);
    await change(hash, { limit_reset: null });
    expect((await call(key)).status).toBe(402);
    await change(hash, { limit_reset: "monthly", limit: 1 });
    expect((await call(key)).status).toBe(200);
    expect((await recordOf(hash)).limit_remaining).toBeCloseTo(1 - 2 * COST_USD, 12);
  });

  test("survives a restart", async () => {
    const first = await openPooledGateway({ upstream, providers: ["openai"] });
    const { key } = await first.newKey({ limit: COST_USD * 4, limit_reset: "monthly" });
    for (let served = 0; (await call(key, first)).status === 200; served++) expect(served).toBeLessThan(4);
    await first.stop({ keepFolder: true });
    const second = await openPooledGateway({ upstream, providers: ["openai"], folder: first.folder });
    expect((await call(key, second)).status).toBe(402);
    await second.stop();
  });
});

describe("the limit of a rotated key", () => {
  test("is shared by both keys", async () => {
    const old = await gateway.newKey({ limit: COST_USD * 2.5 });
    expect((await call(old.key)).status).toBe(200);
    const { body } = await gateway.call("POST", `/keys/${old.hash}/rotate`);
    expect(body.data.limit_remaining).toBeCloseTo(COST_USD * 1.5, 12);
    expect((await call(body.key)).status).toBe(200);
    expect((await call(old.key)).status).toBe(402);
    expect((await call(body.key)).status).toBe(402);
    const [first, second] = [await recordOf(old.hash), await recordOf(body.data.hash)];
    expect([first.usage, second.usage]).toEqual([COST_USD, COST_USD]);
    expect(first.limit_remaining).toBe(second.limit_remaining);
  });

  test("includes what the old key spent, even after the old key is deleted", async () => {
    const old = await gateway.newKey({ limit: COST_USD * 1.5 });
    await call(old.key);
    const { body } = await gateway.call("POST", `/keys/${old.hash}/rotate`);
    await gateway.call("DELETE", `/keys/${old.hash}`);
    expect((await recordOf(body.data.hash)).limit_remaining).toBeCloseTo(COST_USD * 0.5, 12);
    expect((await call(body.key)).status).toBe(402);
  });
});

test("calls above the rate limit are rejected with a Retry-After", async () => {
  const limited = await openPooledGateway({ env: { RATE_LIMIT_REQUESTS_PER_MINUTE: "3" } });
  const { key } = await limited.newKey();
  const other = await limited.newKey();
  const ask = (key: string) => limited.call("GET", "/key", undefined, { key });
  for (let count = 0; count < 3; count++) expect((await ask(key)).status).toBe(200);
  const { status, headers, body } = await ask(key);
  expect([status, body.error.type]).toEqual([429, "rate_limit_error"]);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(60);
  expect((await ask(other.key)).status).toBe(200);
  await limited.stop();
});

test("credits show the organization's spending", async () => {
  const before = (await gateway.call("GET", "/credits")).body.data;
  const { key } = await gateway.newKey();
  await call(key);
  const after = (await gateway.call("GET", "/credits")).body.data;
  expect(after.total_usage - before.total_usage).toBeCloseTo(COST_USD, 12);
  expect(after).toMatchObject({ total_credits: expect.any(Number), is_unlimited: true });
});

test.each([[null], ["management"], ["sk-sb-a-key-that-was-never-made-by-anyone"]])(
  "the retired charge endpoint returns 410 with key %s",
  async (key) => {
    const used = key === "management" ? gateway.managementKey : key;
    const { status, body } = await gateway.call("POST", "/credits/coinbase", undefined, { key: used });
    expect([status, body.error.code]).toEqual([410, 410]);
  },
);

function nextMidnight(): string {
  const day = new Date();
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + 1)).toISOString();
}

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PostgresServer, startPostgres } from "#tests/support/databases.ts";
import { startGateway, type TestGateway } from "#tests/support/servers/gateway.ts";
import { type RedisServer, startRedis } from "#tests/support/servers/redis-server.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { saying, until } from "../pipeline/calling.ts";

const upstream = sharedUpstream();
const GPT = "openai/gpt-4o-mini";

let postgres: PostgresServer;
let redis: RedisServer;
let gateways: TestGateway[];
let env: Record<string, string>;

const start = () => startGateway({ env, upstream, providers: ["openai"] });
const [first, second] = [() => gateways[0] as TestGateway, () => gateways[1] as TestGateway];

beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  env = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    // A busy machine is not an outage.
    REDIS_TIMEOUT_MS: "10000",
    SWITCHBOARD_SECRET: "a secret of this test, forty characters!",
  };
  gateways = [await start(), await start()];
});
afterAll(async () => {
  await redis?.stop();
  for (const gateway of gateways ?? []) await gateway.stop();
  await postgres?.close();
});

const HEADER = "x-ratelimit-limit-requests";

/** Creates a key with a rule of its own, which both processes know. */
async function limitedKey(fields: object): Promise<{ key: string; id: string }> {
  const { key, hash } = await first().newKey();
  const rule = { name: crypto.randomUUID(), subject: "key", key_hash: hash, requests_per_day: 100_000, ...fields };
  const { status, body } = await first().call("POST", "/rate-limits", rule);
  expect([status, body.error]).toEqual([201, undefined]);
  // The other process reads the rule when it is announced.
  await expect.poll(async () => (await ask(second(), key, "Hello", {})).headers.get(HEADER)).toBeTruthy();
  return { key, id: body.data.id };
}

async function useOf(gateway: TestGateway, id: string, field: string): Promise<number> {
  const { body } = await gateway.call("GET", `/rate-limits/${id}/use`);
  return body.data[0].uses.find((use: { field: string }) => use.field === field).used;
}

const ask = (gateway: TestGateway, key: string, text: string, fields: object) =>
  gateway.call("POST", "/chat/completions", saying("chat", GPT, text, { ...fields }), { key });

const askBoth = async (requests: number, key: string, text = "Hello", fields: object = {}) => {
  const calls = Array.from({ length: requests }, (_, index) =>
    ask(gateways[index % gateways.length] as TestGateway, key, text, fields),
  );
  return (await Promise.all(calls)).map(({ status }) => status);
};

const servedOf = (statuses: number[]) => statuses.filter((status) => status === 200).length;

describe("256 concurrent requests over two processes", () => {
  test("are served exactly as often as a limit of requests allows", async () => {
    const { key, id } = await limitedKey({ requests_per_minute: 100 });
    const before = await useOf(first(), id, "requests_per_minute");
    const statuses = await askBoth(256, key);
    expect(servedOf(statuses) + before).toBe(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(256 - servedOf(statuses));
  });

  test("never hold more tokens than a limit allows", async () => {
    const { key } = await limitedKey({ output_tokens_per_minute: 10_000 });
    upstream.reset();
    // The upstream responds once it has all that were not rejected: a response returns what it did not use.
    let rejected = 0;
    const isDecided = until(() => upstream.requests.length + rejected === 256, "256 decisions");
    upstream.script({ fault: { headersAfter: isDecided } });
    const calls = Array.from({ length: 256 }, async (_, index) => {
      const { status } = await ask(gateways[index % 2] as TestGateway, key, "Hello", { max_tokens: 400 });
      if (status === 429) rejected += 1;
      return status;
    });
    const statuses = await Promise.all(calls);
    // Earlier requests have used a few tokens.
    expect(servedOf(statuses)).toBeGreaterThanOrEqual(24);
    expect(servedOf(statuses)).toBeLessThanOrEqual(25);
    expect(upstream.requests).toHaveLength(servedOf(statuses));
  });

  test("never run more at a time than a limit allows, and all are served if they may wait", async () => {
    const { key } = await limitedKey({ concurrent_requests: 16, max_wait_seconds: 60 });
    upstream.reset();
    const statuses = await askBoth(256, key, "fault-slow-headers-100");
    expect(servedOf(statuses)).toBe(256);
    expect(mostAtOnce()).toBeLessThanOrEqual(16);
  });
});

/** The most requests that the upstream had at the same time. */
function mostAtOnce(): number {
  const moments = upstream.requests.flatMap(({ receivedAtMs, closedAtMs }) => [
    { atMs: receivedAtMs, change: 1 },
    { atMs: closedAtMs ?? Number.POSITIVE_INFINITY, change: -1 },
  ]);
  moments.sort((one, other) => one.atMs - other.atMs || one.change - other.change);
  let [now, most] = [0, 0];
  for (const { change } of moments) {
    now += change;
    most = Math.max(most, now);
  }
  return most;
}

test("what two processes used is corrected and shown by both", async () => {
  const { key, id } = await limitedKey({ output_tokens_per_minute: 50_000 });
  const before = await useOf(first(), id, "output_tokens_per_minute");
  const responses = [await ask(first(), key, "Hello", {}), await ask(second(), key, "Hello", {})];
  const written = responses.reduce((sum, { body }) => sum + body.usage.completion_tokens, before);
  for (const gateway of gateways) await expect.poll(() => useOf(gateway, id, "output_tokens_per_minute")).toBe(written);
});

test("the slots of a killed process are free after their lease", async () => {
  const { key } = await limitedKey({ concurrent_requests: 2 });
  const dying = await start();
  upstream.reset();
  const lost = [1, 2].map(() => ask(dying, key, "fault-slow-headers-60000", {}).catch(() => undefined));
  await expect.poll(() => upstream.requests.length).toBe(2);
  expect((await ask(first(), key, "Hello", {})).status).toBe(429);
  await dying.kill();
  await Promise.all(lost);
  expect((await ask(first(), key, "Hello", {})).status).toBe(429);
  await expect.poll(async () => (await ask(first(), key, "Hello", {})).status, { timeout: 30_000 }).toBe(200);
});

test("a slot outlives its lease while its process runs", async () => {
  const { key } = await limitedKey({ concurrent_requests: 1 });
  const running = ask(first(), key, "fault-slow-headers-20000", {});
  await new Promise((done) => setTimeout(done, 17_000));
  expect((await ask(second(), key, "Hello", {})).status).toBe(429);
  expect((await running).status).toBe(200);
  await expect.poll(async () => (await ask(second(), key, "Hello", {})).status).toBe(200);
});

test("without Redis each process counts on its own from what it has counted, and they share again afterwards", async () => {
  const { key, id } = await limitedKey({ requests_per_day: 40 });
  await askBoth(10, key);
  await redis.stop();
  for (const gateway of gateways)
    await expect.poll(async () => (await gateway.call("GET", `/rate-limits/${id}/use`)).body.is_shared).toBe(false);
  const statuses = await askBoth(160, key);
  const served = servedOf(statuses);
  expect(served).toBeLessThanOrEqual(2 * 40 - 10);
  expect(served).toBeGreaterThanOrEqual(2 * 40 - 10 - 3);
  await redis.start();
  for (const gateway of gateways)
    await expect.poll(async () => (await gateway.call("GET", `/rate-limits/${id}/use`)).body.is_shared).toBe(true);
  const next = await limitedKey({ requests_per_minute: 20 });
  const used = await useOf(first(), next.id, "requests_per_minute");
  expect(servedOf(await askBoth(64, next.key)) + used).toBe(20);
});

import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type PostgresServer, startPostgres } from "#tests/support/databases.ts";
import { startGateway, type TestGateway } from "#tests/support/servers/gateway.ts";
import { type RedisServer, startRedis } from "#tests/support/servers/redis-server.ts";
import { type RateLimited, startRateLimited } from "#tests/support/upstream/rate-limited.ts";
import { type Event, saying, until } from "../pipeline/calling.ts";

const MODEL = "openai/gpt-oss-120b";
const names = (kind: string, count: number) => Array.from({ length: count }, (_, index) => `${kind}-${index + 1}`);
const SYSTEM = names("system", 8);
const variables = SYSTEM.map((name, index) => [`GROQ_API_KEY${index === 0 ? "" : `_${index + 1}`}`, name]);

let postgres: PostgresServer;
let redis: RedisServer;
let provider: RateLimited;
let gateways: [TestGateway, TestGateway];
let key: string;

const shared = () => ({
  DATABASE_URL: postgres.url,
  REDIS_URL: redis.url,
  SWITCHBOARD_SECRET: "of-an-installation-with-two-processes",
});
const start = (env: Record<string, string>) =>
  startGateway({ upstream: provider, providers: ["groq"], env: { ...Object.fromEntries(variables), ...env } });

beforeAll(async () => {
  [postgres, redis, provider] = await Promise.all([startPostgres(), startRedis(), startRateLimited()]);
  gateways = [await start(shared()), await start(shared())];
  ({ key } = await gateways[0].newKey());
  // The other process reads the key when it is announced.
  await vi.waitFor(async () => expect(await ask(gateways[1])).toBe(200), { timeout: 15_000 });
  provider.reset();
});
afterEach(async () => {
  provider.release();
  provider.reset();
  await expectInFlight(gateways, "system", 0);
});
afterAll(async () => {
  for (const gateway of gateways ?? []) await gateway.stop();
  await Promise.all([redis?.stop(), postgres?.close(), provider?.close()]);
});

const ask = async (gateway: TestGateway) => {
  const body = saying("chat", MODEL, "Hello", { provider: { only: ["groq"] } });
  return (await gateway.call("POST", "/chat/completions", body, { key })).status;
};

/** Returns how many requests the credentials of a pool have in flight, as a process sees it. */
async function inFlight(gateway: TestGateway, pool: "system" | "own"): Promise<number[]> {
  const { body } = await gateway.call("GET", "/byok/pools?provider=groq");
  const found = body.data.find((one: Event) => one.is_system === (pool === "system"));
  return (found?.credentials ?? []).map((one: Event) => one.in_flight);
}

async function expectInFlight(seeing: readonly TestGateway[], pool: "system" | "own", total: number): Promise<void> {
  const sumAt = async (gateway: TestGateway) => (await inFlight(gateway, pool)).reduce((sum, count) => sum + count, 0);
  for (const gateway of seeing) await expect.poll(() => sumAt(gateway), { timeout: 15_000 }).toBe(total);
}

/** Sends requests whose responses are held, half of them to each gateway. The second knows of those at the first. */
async function holdRequests(count: number, pool: "system" | "own"): Promise<Promise<number>[]> {
  provider.hold();
  const open: Promise<number>[] = [];
  for (let sent = 1; sent <= count; sent++) {
    const isAtFirst = sent <= count / 2;
    open.push(ask(gateways[isAtFirst ? 0 : 1]));
    await until(() => provider.keys.length === sent, `request ${sent} at the provider`);
    if (sent === count / 2) await expectInFlight(gateways, pool, sent);
  }
  return open;
}

describe("two processes", () => {
  test("take turns with system credentials by what both have in flight", async () => {
    const open = await holdRequests(8, "system");
    // Without each other's numbers, they would find these eight in one of 70 runs.
    expect(provider.keys.toSorted()).toEqual(SYSTEM);
    for (const gateway of gateways)
      await expect.poll(() => inFlight(gateway, "system"), { timeout: 15_000 }).toEqual(Array(8).fill(1));
    provider.release();
    expect(await Promise.all(open)).toEqual(Array(8).fill(200));
  });

  test("take turns with a workspace's credentials by what both have in flight", async () => {
    const [ids, own] = [[] as string[], names("own", 6)];
    for (const name of own)
      ids.push((await gateways[0].call("POST", "/byok", { provider: "groq", key: name, name })).body.data.id);
    await gateways[0].call("PUT", "/byok/pools/groq", { strategy: "least_loaded" });
    for (const gateway of gateways)
      await expect.poll(() => inFlight(gateway, "own"), { timeout: 15_000 }).toEqual(Array(6).fill(0));
    const open = await holdRequests(6, "own");
    expect(provider.keys.toSorted()).toEqual(own);
    provider.release();
    expect(await Promise.all(open)).toEqual(Array(6).fill(200));
    for (const id of ids) await gateways[0].call("DELETE", `/byok/${id}`);
  });

  test("forget the requests of a killed process", async () => {
    const dying = await start(shared());
    provider.hold();
    const lost = [1, 2, 3].map(() => ask(dying).catch(() => 0));
    await expectInFlight(gateways, "system", 3);
    await dying.kill();
    await Promise.all(lost);
    await expectInFlight(gateways, "system", 0);
  });

  test("forget the requests of a stopped process at once", async () => {
    const stopping = await start(shared());
    provider.hold();
    const held = ask(stopping);
    await expectInFlight(gateways, "system", 1);
    provider.release();
    expect(await held).toBe(200);
    await stopping.stop();
    const store = new Redis(redis.url);
    expect((await store.keys("pools:*:reports")).length).toBe(0);
    await store.quit();
  });
});

test("an installation with another secret does not count their requests", async () => {
  const { DATABASE_URL: _, ...env } = shared();
  const other = await start({ ...env, SWITCHBOARD_SECRET: "of-another-installation-at-the-same-redis" });
  const open = await holdRequests(2, "system");
  await expectInFlight(gateways, "system", 2);
  expect(await inFlight(other, "system")).toEqual(Array(8).fill(0));
  provider.release();
  await Promise.all(open);
  await other.stop();
});

test("without Redis each process knows its own requests, and they share again afterwards", async () => {
  const open = await holdRequests(2, "system");
  await redis.stop();
  for (const gateway of gateways) await expectInFlight([gateway], "system", 1);
  await redis.start();
  await expectInFlight(gateways, "system", 2);
  provider.release();
  expect(await Promise.all(open)).toEqual([200, 200]);
});

test("a process without a pool sends nothing", async () => {
  const alone = await startRedis();
  const single = await startGateway({
    upstream: provider,
    providers: ["groq"],
    env: { GROQ_API_KEY: "system-1", REDIS_URL: alone.url },
  });
  const body = saying("chat", MODEL, "Hello", { provider: { only: ["groq"] } });
  expect((await single.call("POST", "/chat/completions", body)).status).toBe(200);
  await new Promise((done) => setTimeout(done, 2_500));
  const store = new Redis(alone.url);
  const statistics = await store.info("commandstats");
  expect(statistics).toContain("cmdstat_ping");
  expect(statistics).not.toContain("cmdstat_eval");
  await store.quit();
  await single.stop();
  await alone.stop();
});

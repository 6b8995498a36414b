import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PostgresServer, startPostgres } from "#tests/support/databases.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { type RedisServer, startRedis } from "#tests/support/servers/redis-server.ts";

const LIMIT = 20;
const BODY = { model: "local/echo", messages: [{ role: "user", content: "hi" }] };

let postgres: PostgresServer;
let redis: RedisServer;
let gateways: TestGateway[];

beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const env = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    RATE_LIMIT_REQUESTS_PER_MINUTE: String(LIMIT),
    SWITCHBOARD_SECRET: "a secret of this test, forty characters!",
  };
  gateways = [await openPooledGateway({ env }), await openPooledGateway({ env })];
});
afterAll(async () => {
  await redis?.stop();
  for (const gateway of gateways ?? []) await gateway.stop();
  await postgres?.close();
});

const first = () => gateways[0] as TestGateway;
const partsOf = async ({ url }: TestGateway) => {
  const body = await (await fetch(`${url}/api/health`)).json();
  return body.degraded.map(({ part }: { part: string }) => part);
};

/** The number of requests that each process serves, and the first process's last response. */
async function servedOf(requests: number, key: string) {
  let last = await first().call("POST", "/chat/completions", BODY, { key });
  let served = last.status === 200 ? 1 : 0;
  for (let request = 1; request < requests; request++) {
    const gateway = gateways[request % 2] as TestGateway;
    const response = await gateway.call("POST", "/chat/completions", BODY, { key });
    if (response.status === 200) served += 1;
    if (gateway === first()) last = response;
  }
  return { served, last };
}

test("with Redis, two processes share a rate limit", async () => {
  const { key } = await first().newKey();
  const { served, last } = await servedOf(3 * LIMIT, key);
  expect(served).toBe(LIMIT);
  expect(last.headers.get("x-ratelimit-scope")).toBe(null);
});

test("with Redis, two processes share cached responses, which are sealed there", async () => {
  const { key } = await first().newKey();
  const body = { ...BODY, messages: [{ role: "user", content: "keep these words" }], cache: { ttl: 60 } };
  const outcomes = [];
  for (const gateway of gateways) {
    const { headers } = await gateway.call("POST", "/chat/completions", body, { key });
    outcomes.push(headers.get("x-cache"));
  }
  expect(outcomes).toEqual(["miss", "hit"]);
  const client = new Redis(redis.url);
  const names = await client.keys("{responses}:*");
  const stored = await client.get(names.find((name) => /:[0-9a-f]{64}$/.test(name)) ?? "");
  client.disconnect();
  expect(stored).toMatch(/^v1\./);
  expect(stored).not.toContain("words");
});

describe.each([
  ["stopped", () => redis.stop(), () => redis.start()],
  ["silent", async () => redis.freeze(), async () => redis.thaw()],
] as const)("while Redis is %s", (_name, goDown, comeBack) => {
  test("each process counts on its own and reports it, and they share a limit again afterwards", async () => {
    const { key } = await first().newKey();
    const earlier = gateways.map((gateway) => countWarnings(gateway));
    await goDown();
    for (const gateway of gateways)
      await expect.poll(() => partsOf(gateway), { timeout: 20_000 }).toEqual(["rate_limits"]);
    const startedMs = performance.now();
    const { served, last } = await servedOf(3 * LIMIT, key);
    expect(performance.now() - startedMs).toBeLessThan(10_000);
    expect([served, last.status]).toEqual([2 * LIMIT, 429]);
    expect(last.headers.get("x-ratelimit-scope")).toBe("process");
    expect(last.headers.get("retry-after")).toBeTruthy();
    await comeBack();
    for (const gateway of gateways) await expect.poll(() => partsOf(gateway), { timeout: 20_000 }).toEqual([]);
    expect((await servedOf(3 * LIMIT, (await first().newKey()).key)).served).toBe(LIMIT);
    expect(gateways.map((gateway) => countWarnings(gateway))).toEqual(earlier.map((lines) => lines + 1));
  });
});

/** How often a process has logged that Redis does not respond. */
function countWarnings(gateway: TestGateway): number {
  return gateway
    .output()
    .split("\n")
    .filter((line) => line.includes("Redis is not responding")).length;
}

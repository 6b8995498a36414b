import { startPostgres } from "#tests/support/databases.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import type { Upstream } from "#tests/support/upstream/upstream.ts";
import { countsTogether, degradedParts, type FailureLine, failUnderLoad, startInstallation } from "./installation.ts";
import { type RedisGroup, startCluster, startSentinels } from "./servers/redis-group.ts";

export type RedisLine = FailureLine & { sharedBefore: string; sharedAfter: string };

/** A primary of Redis Sentinel and of Redis Cluster fails under load. */
export async function runRedis(upstream: Upstream): Promise<RedisLine[]> {
  return [
    await failRedis(upstream, "Redis Sentinel: primary killed", startSentinels),
    await failRedis(upstream, "Redis Cluster: one of three primaries killed", startCluster),
  ];
}

async function failRedis(upstream: Upstream, name: string, start: () => Promise<RedisGroup>): Promise<RedisLine> {
  const [redis, postgres] = [await start(), await startPostgres()];
  const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url };
  const limited = { ...env, RATE_LIMIT_REQUESTS_PER_MINUTE: String(LIMIT) };
  const sharing = await startInstallation(upstream, limited);
  const sharedBefore = await countShared(sharing.gateways);
  const installation = await startInstallation(upstream, env);
  const line = await failUnderLoad(installation, {
    name,
    works: countsTogether,
    fail: redis.killPrimary,
    databaseUrl: postgres.url,
  });
  await untilShared(sharing.gateways);
  const sharedAfter = await countShared(sharing.gateways);
  for (const one of [installation, sharing]) await one.stop();
  await redis.close();
  await postgres.close();
  return { ...line, sharedBefore, sharedAfter };
}

/** Enough for the management key, which has the same limit. */
const LIMIT = 40;
const KEYS = 6;
const BODY = { model: "local/echo", messages: [{ role: "user", content: "Hello" }] };

async function untilShared(gateways: readonly TestGateway[]): Promise<void> {
  for (const { url } of gateways) while ((await degradedParts(url)).length > 0);
}

/** Returns how many requests two processes let through together for each of several keys with one limit. */
async function countShared([first, second]: readonly [TestGateway, TestGateway]): Promise<string> {
  const served: number[] = [];
  for (let index = 0; index < KEYS; index++) {
    const { key } = await first.newKey();
    let count = 0;
    for (let request = 0; request < 3 * LIMIT; request++) {
      const { call } = request % 2 ? first : second;
      if ((await call("POST", "/chat/completions", BODY, { key })).status === 200) count += 1;
    }
    served.push(count);
  }
  return `${served.join(", ")} of ${LIMIT}`;
}

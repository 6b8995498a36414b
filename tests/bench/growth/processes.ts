import { startRedis } from "#tests/support/servers/redis-server.ts";
import { median } from "../numbers.ts";
import { measureRequests } from "../requests.ts";
import { cpuUs, type Target } from "../target.ts";
import type { Setting } from "./setting.ts";

const CONNECTIONS = 64;
const WARM_MS = 8_000;
const ROUNDS = 5;
const MEASURE_MS = 3_000;

/** Measures calls to one, two and four processes that share one PostgreSQL and one Redis. */
export async function measureProcesses(setting: Setting): Promise<void> {
  const redis = await startRedis();
  const env = { REDIS_URL: redis.url, RATE_LIMIT_REQUESTS_PER_MINUTE: "100000000" };
  const targets: Target[] = [];
  try {
    for (const count of [1, 2, 4]) {
      while (targets.length < count) targets.push(await setting.start(env));
      await callAll(targets, WARM_MS);
      const perSecond: number[] = [];
      const cpus: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const before = sumCpuUs(targets);
        const rate = await callAll(targets, MEASURE_MS);
        perSecond.push(rate);
        cpus.push((sumCpuUs(targets) - before) / ((rate * MEASURE_MS) / 1000));
      }
      console.log(
        `processes ${count}: ${median(perSecond).toFixed(0)} calls/s, ${median(cpus).toFixed(0)} us of gateway CPU a call, ${CONNECTIONS} connections`,
      );
    }
  } finally {
    await redis.stop();
  }
}

async function callAll(targets: readonly Target[], durationMs: number): Promise<number> {
  const each = CONNECTIONS / targets.length;
  const figures = await Promise.all(targets.map((target) => measureRequests(target, each, durationMs)));
  return figures.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0);
}

function sumCpuUs(targets: readonly Target[]): number {
  return targets.reduce((sum, target) => sum + cpuUs(target.process), 0);
}

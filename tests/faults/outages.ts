import { setTimeout as sleep } from "node:timers/promises";
import { startServer } from "#tests/support/databases.ts";
import { waitForLedger } from "#tests/support/ledger/wait-for-ledger.ts";
import { startGateway } from "#tests/support/servers/gateway.ts";
import { startRedis } from "#tests/support/servers/redis-server.ts";
import type { Upstream } from "#tests/support/upstream/upstream.ts";
import { checkLedgerAt, type LedgerCheck } from "./ledger-check.ts";
import { othersOf, startLoad } from "./load.ts";

const CALLERS = 8;
const DOWN_MS = 10_000;
const UP_MS = 5_000;

/** `others` counts what was not a complete response. */
export type OutageLine = LedgerCheck & { outage: string; others: string };

/** Stops and freezes PostgreSQL and Redis in turn, under load on two processes that share them. */
export async function runOutages(upstream: Upstream): Promise<OutageLine[]> {
  const [postgres, redis] = await Promise.all([startServer(), startRedis()]);
  const env = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    RATE_LIMIT_REQUESTS_PER_MINUTE: "1000000",
    SWITCHBOARD_SECRET: "an installation of two processes that wait",
  };
  const start = () => startGateway({ upstream, providers: ["openai"], env });
  const gateways = [await start(), await start()];
  const outages: [string, () => unknown, () => unknown][] = [
    ["PostgreSQL stopped", postgres.stop, postgres.start],
    ["PostgreSQL silent", postgres.freeze, postgres.thaw],
    ["Redis stopped", redis.stop, redis.start],
    ["Redis silent", redis.freeze, redis.thaw],
  ];
  const lines: OutageLine[] = [];
  for (const [outage, goDown, comeBack] of outages) {
    const { key, hash } = await (gateways[0] as (typeof gateways)[0]).newKey();
    const load = startLoad(() => gateways, key, CALLERS);
    await sleep(UP_MS);
    await goDown();
    await sleep(DOWN_MS);
    await comeBack();
    await sleep(UP_MS);
    const received = await load.stop();
    for (const gateway of gateways) await waitForLedger(gateway);
    const check = await checkLedgerAt(postgres.url, hash, received);
    lines.push({ outage, others: othersOf(received), ...check });
  }
  for (const gateway of gateways) await gateway.stop();
  await Promise.all([postgres.close(), redis.stop()]);
  return lines;
}

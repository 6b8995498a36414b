import type { Cluster, Redis } from "ioredis";
import { isRecord } from "#lib/is-record.ts";

/** Requests in flight by the name of a credential that is a part of a pool. */
export type Loads = ReadonlyMap<string, number>;

export type SharedLoads = {
  /**
   * Reports what this process has in flight and returns the sums of all others. Rejects if Redis does not respond. A
   * process that reports nothing is forgotten, as is one that has not reported for `LEASE_MS`.
   */
  exchange(own: Loads): Promise<Loads>;
};

/** Longer than a pause of a busy process, short enough that the requests of a killed one soon count no more. */
const LEASE_MS = 4_000;

/**
 * Keys: the processes' reports, and the ends of their leases (Unix ms by the clock of Redis). Arguments: process, lease
 * in ms, report (empty: none). Returns the reports of the other processes.
 */
const EXCHANGE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local own, lease, report = ARGV[1], tonumber(ARGV[2]), ARGV[3]
for _, gone in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now)) do redis.call('HDEL', KEYS[1], gone) end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
redis.call('HDEL', KEYS[1], own)
redis.call('ZREM', KEYS[2], own)
local others = redis.call('HVALS', KEYS[1])
if report ~= '' then
  redis.call('HSET', KEYS[1], own, report)
  redis.call('ZADD', KEYS[2], now + lease, own)
  redis.call('PEXPIRE', KEYS[1], lease)
  redis.call('PEXPIRE', KEYS[2], lease)
end
return others`;

type Commands = { switchboardExchangeLoads(...keysAndArguments: (string | number)[]): Promise<string[]> };

/**
 * Shares loads between the processes of an installation, with one command for each exchange. `installation`: a name that
 * only its processes have, because names of system credentials are the same everywhere.
 */
export function createSharedLoads(redis: Redis | Cluster, installation: string, processId: string): SharedLoads {
  redis.defineCommand("switchboardExchangeLoads", { lua: EXCHANGE, numberOfKeys: 2 });
  const commands = redis as unknown as Commands;
  // The braces keep both keys on one server of a cluster.
  const keys = [`pools:{${installation}}:reports`, `pools:{${installation}}:leases`];
  return {
    async exchange(own) {
      const report = own.size > 0 ? JSON.stringify(Object.fromEntries(own)) : "";
      const reports = await commands.switchboardExchangeLoads(...keys, processId, LEASE_MS, report);
      return sumOf(reports);
    },
  };
}

function sumOf(reports: readonly string[]): Loads {
  const sums = new Map<string, number>();
  for (const report of reports) {
    const loads: unknown = JSON.parse(report);
    for (const [name, count] of Object.entries(isRecord(loads) ? loads : {}))
      if (typeof count === "number") sums.set(name, (sums.get(name) ?? 0) + count);
  }
  return sums;
}

import type { Cluster, Redis } from "ioredis";
import { BUCKETS, type Correction, type Counter, type Need, type Reading, type Taken } from "./counter.ts";
import { CORRECT, TAKE } from "./scripts.ts";

/** The Redis that processes share. */
export type SharedStore = { redis: Redis | Cluster; downSinceMs(): number | undefined };

/** The counters of all processes. Each method rejects if Redis does not respond. */
export type SharedCounters = {
  take(needs: readonly Need[], slot: string): Promise<Taken>;
  correct(corrections: readonly Correction[], atMs: number, slot: string): Promise<void>;
  read(counters: readonly Counter[]): Promise<Reading[]>;
  /** Confirms that the slots of this process are still in use. */
  renew(slots: ReadonlyMap<Counter, ReadonlySet<string>>): Promise<void>;
};

/** A slot whose process has not renewed it for this long is free. */
export const SLOT_LEASE_MS = 15_000;

type Commands = {
  switchboardTakeRates(count: number, ...keysAndArguments: (string | number)[]): Promise<number[]>;
  switchboardCorrectRates(count: number, ...keysAndArguments: (string | number)[]): Promise<null>;
};

/** Counts in Redis, by its clock, so that the clocks of the processes need not agree. */
export function createSharedCounters(redis: Redis | Cluster): SharedCounters {
  redis.defineCommand("switchboardTakeRates", { lua: TAKE });
  redis.defineCommand("switchboardCorrectRates", { lua: CORRECT });
  const commands = redis as unknown as Commands;

  async function run(needs: readonly Need[], slot: string, mode: "take" | "read"): Promise<Taken> {
    const keys = needs.map(({ counter }) => keyOf(counter));
    const parts = needs.flatMap(({ counter, amount }) => [...kindOf(counter), counter.limit, amount]);
    const [fits, atMs, ...rest] = await commands.switchboardTakeRates(
      keys.length,
      ...keys,
      slot,
      SLOT_LEASE_MS,
      mode,
      ...parts,
    );
    const readings = needs.map((_, index) => {
      const [used, resetMs, freesMs] = rest.slice(3 * index, 3 * index + 3) as [number, number, number];
      return { used, resetMs, freesMs };
    });
    return { fits: fits === 1, atMs: atMs as number, readings };
  }

  return {
    take: (needs, slot) => run(needs, slot, "take"),
    async correct(corrections, atMs, slot) {
      if (corrections.length === 0) return;
      const keys = corrections.map(({ counter }) => keyOf(counter));
      const parts = corrections.flatMap(({ counter, change }) => [...kindOf(counter), change]);
      await commands.switchboardCorrectRates(keys.length, ...keys, slot, atMs, ...parts);
    },
    async read(counters) {
      const needs = counters.map((counter) => ({ counter, amount: 0 }));
      return needs.length === 0 ? [] : (await run(needs, "", "read")).readings;
    },
    async renew(slots) {
      const endMs = await leaseEnd(redis);
      for (const [counter, held] of slots) {
        const key = keyOf(counter);
        await redis.zadd(key, ...[...held].flatMap((slot) => [endMs, slot]));
        await redis.pexpire(key, SLOT_LEASE_MS);
      }
    },
  };
}

async function leaseEnd(redis: Redis | Cluster): Promise<number> {
  const [seconds = 0] = await redis.time();
  return (Number(seconds) + 1) * 1_000 + SLOT_LEASE_MS;
}

/** The braces keep the counters of a workspace on one server of a cluster, where one script can read them. */
function keyOf({ group, name }: Counter): string {
  return `rates:{${group}}:${name}`;
}

/** Returns the length of a counter's buckets and how many of them count besides the current one; 0 for slots. */
function kindOf({ period }: Counter): [number, number] {
  if (period === "concurrent") return [0, 0];
  return [BUCKETS[period].sizeMs, BUCKETS[period].kept];
}

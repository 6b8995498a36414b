import { Redis } from "ioredis";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { LoadedRateLimit } from "#server/data/rate-limits.ts";
import type { Counter, Metric, Period } from "#server/pipeline/rate-limits/counter.ts";
import { createMemoryCounters, type MemoryCounters } from "#server/pipeline/rate-limits/memory-counters.ts";
import { createSharedCounters, type SharedCounters } from "#server/pipeline/rate-limits/shared-counters.ts";
import { type RedisServer, startRedis } from "#tests/support/servers/redis-server.ts";

let redis: RedisServer;
let client: Redis;
let counters: { memory: MemoryCounters; shared: SharedCounters };
let nowMs = 0;
let group = 0;

beforeAll(async () => {
  redis = await startRedis();
  client = new Redis(redis.url);
});
afterAll(async () => {
  client?.disconnect();
  await redis?.stop();
});
beforeEach(() => {
  nowMs = Date.UTC(2026, 10, 26, 12);
  group += 1;
  counters = { memory: createMemoryCounters(() => nowMs), shared: createSharedCounters(client) };
});

function counter(period: Period, limit: number, metric: Metric = "requests"): Counter {
  return { name: `${period} ${metric}`, group: `group ${group}`, rule: {} as LoadedRateLimit, metric, period, limit };
}

const one = (counter: Counter, amount = 1) => [{ counter, amount }];

describe.each(["memory", "shared"] as const)("counters in %s", (kind) => {
  test("all counters of a request count it, or none does", async () => {
    const [wide, narrow] = [counter("minute", 10), counter("day", 2)];
    const needs = [...one(wide), ...one(narrow)];
    const fits = [];
    for (let request = 0; request < 4; request++) fits.push((await counters[kind].take(needs, `slot ${request}`)).fits);
    expect(fits).toEqual([true, true, false, false]);
    const [first, second] = await counters[kind].read([wide, narrow]);
    expect([first?.used, second?.used]).toEqual([2, 2]);
  });

  test("tokens that were not used are free again, and more than were reserved count", async () => {
    const tokens = counter("minute", 1_000, "output_tokens");
    const { atMs } = await counters[kind].take(one(tokens, 900), "a");
    expect((await counters[kind].take(one(tokens, 200), "b")).fits).toBe(false);
    await counters[kind].correct([{ counter: tokens, change: -800 }], atMs, "a");
    expect((await counters[kind].take(one(tokens, 900), "c")).fits).toBe(true);
    await counters[kind].correct([{ counter: tokens, change: 5_000 }], atMs, "c");
    expect((await counters[kind].read([tokens]))[0]?.used).toBe(6_000);
    const refused = await counters[kind].take(one(tokens, 1), "d");
    expect(refused.readings[0]?.freesMs).toBeGreaterThan(58_000);
  });

  test("a request in progress has its slot until it ends", async () => {
    const slots = counter("concurrent", 2);
    const { atMs } = await counters[kind].take(one(slots), "a");
    expect((await counters[kind].take(one(slots), "b")).readings[0]?.used).toBe(2);
    expect((await counters[kind].take(one(slots), "c")).readings[0]).toMatchObject({ used: 2, freesMs: -1 });
    await counters[kind].correct([{ counter: slots, change: -1 }], atMs, "a");
    expect((await counters[kind].take(one(slots), "c")).fits).toBe(true);
  });
});

test("what was counted stays for 60 to 61 seconds, wherever the minute starts", () => {
  const requests = counter("minute", 3);
  const { memory } = counters;
  for (const atMs of [300, 40_900, 59_999]) {
    nowMs = Date.UTC(2026, 10, 26, 12) + atMs;
    expect(memory.take(one(requests), "a").fits).toBe(true);
  }
  nowMs += 301;
  const { fits, readings } = memory.take(one(requests), "a");
  expect([fits, readings[0]?.freesMs]).toEqual([false, 700]);
  nowMs += 699;
  expect(memory.take(one(requests), "a").fits).toBe(false);
  nowMs += 1;
  expect(memory.take(one(requests), "a").fits).toBe(true);
  expect(memory.take(one(requests), "a").fits).toBe(false);
});

test("no period of 60 seconds has more than the limit, at any load", () => {
  const requests = counter("minute", 20);
  const taken: number[] = [];
  let seed = 7;
  for (let step = 0; step < 20_000; step++) {
    seed = (seed * 48_271) % 2_147_483_647;
    nowMs += seed % 400;
    if (counters.memory.take(one(requests), "a").fits) taken.push(nowMs);
  }
  const most = taken.map((startMs, from) => taken.slice(from).findIndex((atMs) => atMs - startMs >= 60_000));
  expect(Math.max(...most)).toBe(20);
});

test("a day ends at midnight UTC", () => {
  const requests = counter("day", 1);
  nowMs = Date.UTC(2026, 10, 26, 23, 59, 59, 500);
  expect(counters.memory.take(one(requests), "a").readings[0]?.resetMs).toBe(500);
  expect(counters.memory.take(one(requests), "a").readings[0]?.freesMs).toBe(500);
  nowMs += 500;
  expect(counters.memory.take(one(requests), "a").fits).toBe(true);
});

test("a correction reaches the minute of its request only while that counts", () => {
  const tokens = counter("minute", 100, "input_tokens");
  const { memory } = counters;
  const early = memory.take(one(tokens, 90), "a");
  nowMs += 62_000;
  expect(memory.take(one(tokens, 100), "b").fits).toBe(true);
  memory.correct([{ counter: tokens, change: -90 }], early.atMs, "a");
  expect(memory.read([tokens])[0]?.used).toBe(100);
  memory.correct([{ counter: tokens, change: 30 }], early.atMs, "a");
  expect(memory.read([tokens])[0]?.used).toBe(130);
});

test("in Redis, old buckets do not count, and the oldest that does says when it will not", async () => {
  const requests = counter("minute", 3);
  const [seconds] = await client.time();
  const key = `rates:{${requests.group}}:${requests.name}`;
  const bucket = (age: number) => String(Number(seconds) - age);
  await client.hset(key, { [bucket(62)]: 50, [bucket(58)]: 1, [bucket(1)]: 2 });
  const { fits, readings } = await counters.shared.take(one(requests), "a");
  expect([fits, readings[0]?.used]).toEqual([false, 3]);
  expect(readings[0]?.freesMs).toBeLessThanOrEqual(3_000);
  expect(await client.hexists(key, bucket(62))).toBe(0);
});

test("in Redis, the slot of a dead process is free after its lease, and those of others are renewed", async () => {
  const slots = counter("concurrent", 1);
  await counters.shared.take(one(slots), "dead");
  const key = `rates:{${slots.group}}:${slots.name}`;
  await client.zadd(key, Date.now() - 1, "dead");
  expect((await counters.shared.take(one(slots), "next")).fits).toBe(true);
  await client.zadd(key, Date.now() + 50, "next");
  await counters.shared.renew(new Map([[slots, new Set(["next"])]]));
  expect(Number(await client.zscore(key, "next"))).toBeGreaterThan(Date.now() + 14_000);
});

test("in Redis, a large number is counted exactly", async () => {
  const tokens = counter("day", 900_000_000_000, "input_tokens");
  const { atMs } = await counters.shared.take(one(tokens, 800_000_000_001), "a");
  await counters.shared.correct([{ counter: tokens, change: 1 }], atMs, "a");
  expect((await counters.shared.read([tokens]))[0]?.used).toBe(800_000_000_002);
});

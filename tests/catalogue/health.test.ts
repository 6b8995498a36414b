import { describe, expect, it } from "vitest";
import { createHealth, MIN_FOR_PERCENTILES, MIN_FOR_UPTIME } from "#server/catalogue/health.ts";
import { RELATIVE_ERROR } from "#server/catalogue/histogram.ts";
import { seededRandom } from "#tests/support/random/seeded-random.ts";

const START = Date.parse("2026-11-21T12:00:00Z");
const MINUTE = 60_000;
const success = (atMs: number, firstContentMs?: number, tokensPerSecond?: number) => ({
  atMs,
  isSuccess: true,
  firstContentMs,
  tokensPerSecond,
});

function exact(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] as number;
}

describe("percentiles are those of a sorted list, within half a bucket", () => {
  it.each([1, 2, 3, 4, 5])("seed %i", (seed) => {
    const next = seededRandom(seed);
    const health = createHealth();
    const latencies: number[] = [];
    const speeds: number[] = [];
    for (let index = 0; index < 500; index++) {
      const latencyMs = 2 + 40_000 * next() ** 4;
      const speed = 0.5 + 400 * next();
      latencies.push(latencyMs);
      speeds.push(speed);
      health.record("e", success(START + index * 1000, latencyMs, speed));
    }
    const { latencyMs, throughput } = health.read("e", START + 500_000);
    for (const [share, key] of [
      [0.5, "p50"],
      [0.75, "p75"],
      [0.9, "p90"],
      [0.99, "p99"],
    ] as const) {
      const wanted = exact(latencies, share);
      expect(Math.abs((latencyMs?.[key] ?? 0) - wanted) / wanted).toBeLessThanOrEqual(RELATIVE_ERROR + 1e-9);
      const wantedSpeed = exact(speeds, share);
      expect(Math.abs((throughput?.[key] ?? 0) - wantedSpeed) / wantedSpeed).toBeLessThanOrEqual(RELATIVE_ERROR + 1e-9);
    }
  });
});

describe("too little traffic gives no figures", () => {
  it("an endpoint without traffic has no figures", () => {
    expect(createHealth().read("e", START)).toEqual({
      latencyMs: null,
      throughput: null,
      uptime5m: null,
      uptime30m: null,
      uptime1d: null,
    });
  });

  it("percentiles start at the twentieth value", () => {
    const health = createHealth();
    for (let count = 1; count < MIN_FOR_PERCENTILES; count++) health.record("e", success(START, 100));
    expect(health.read("e", START).latencyMs).toBeNull();
    health.record("e", success(START, 100));
    expect(health.read("e", START).latencyMs?.p50).toBeCloseTo(100, -1);
    expect(health.read("e", START).throughput).toBeNull();
  });

  it("uptime starts at the fifth attempt", () => {
    const health = createHealth();
    for (let count = 1; count < MIN_FOR_UPTIME; count++) health.record("e", success(START));
    expect(health.read("e", START).uptime30m).toBeNull();
    health.record("e", { atMs: START, isSuccess: false });
    expect(health.read("e", START).uptime30m).toBe(80);
  });
});

describe("windows roll", () => {
  it("values older than thirty minutes no longer count", () => {
    const health = createHealth();
    for (let index = 0; index < 30; index++) health.record("e", success(START, 5000));
    for (let index = 0; index < 30; index++) health.record("e", success(START + 31 * MINUTE, 50));
    expect(health.read("e", START + 31 * MINUTE).latencyMs?.p99).toBeLessThan(60);
    expect(health.read("e", START + 90 * MINUTE).latencyMs).toBeNull();
  });

  it("uptimes of five minutes, thirty minutes and a day are separate", () => {
    const health = createHealth();
    const burst = (atMs: number, failures: number) => {
      for (let index = 0; index < 10; index++) health.record("e", { atMs, isSuccess: index >= failures });
    };
    burst(START, 10);
    burst(START + 10 * 60 * MINUTE, 5);
    burst(START + (10 * 60 + 20) * MINUTE, 0);
    expect(health.read("e", START + (10 * 60 + 21) * MINUTE)).toMatchObject({
      uptime5m: 100,
      uptime30m: 75,
      uptime1d: 50,
    });
    expect(health.read("e", START + 25 * 60 * MINUTE)).toMatchObject({ uptime5m: null, uptime30m: null, uptime1d: 75 });
  });

  it("each half hour of the day is separate, and one without traffic is a gap", () => {
    const health = createHealth();
    health.record("e", success(START));
    health.record("e", { atMs: START + 60 * MINUTE, isSuccess: false });
    const cells = health.uptimeCells("e", START + 65 * MINUTE);
    expect(cells).toHaveLength(48);
    expect(cells.slice(-3)).toEqual([100, null, 0]);
    expect(cells.slice(0, -3).every((cell) => cell === null)).toBe(true);
  });

  it("a late record does not erase newer ones", () => {
    const health = createHealth();
    for (let index = 0; index < 10; index++) health.record("e", success(START + 40 * MINUTE));
    health.record("e", { atMs: START, isSuccess: false });
    expect(health.read("e", START + 40 * MINUTE).uptime30m).toBe(100);
  });
});

describe("a reading", () => {
  it("is never older than a second", () => {
    const health = createHealth();
    for (let index = 0; index < 10_000; index++) health.record("e", success(START, 100));
    expect(health.read("e", START).uptime5m).toBe(100);
    health.record("e", { atMs: START, isSuccess: false });
    expect(health.read("e", START + 1000).uptime5m).toBeLessThan(100);
  });

  it("is current while traffic is low", () => {
    const health = createHealth();
    for (let index = 0; index < 10; index++) health.record("e", success(START));
    expect(health.read("e", START).uptime5m).toBe(100);
    health.record("e", { atMs: START, isSuccess: false });
    expect(health.read("e", START).uptime5m).toBeCloseTo(90.9, 1);
  });

  it("does not depend on other endpoints", () => {
    const health = createHealth();
    for (let index = 0; index < 10; index++) health.record("a", { atMs: START, isSuccess: false });
    expect(health.read("b", START).uptime5m).toBeNull();
  });
});

describe("processes share what they count", () => {
  /** What the database does: it adds changes, and returns the sums. */
  function sumOf(...batches: ReturnType<ReturnType<typeof createHealth>["takeChanges"]>[]) {
    const sums = new Map<string, (typeof batches)[0][0]>();
    for (const change of batches.flat()) {
      const key = JSON.stringify({ ...change, count: 0 });
      sums.set(key, { ...change, count: change.count + (sums.get(key)?.count ?? 0) });
    }
    return [...sums.values()];
  }

  it("and compute the same figures as one process that saw all attempts", () => {
    const [first, second, both] = [createHealth(), createHealth(), createHealth()];
    for (let index = 0; index < 100; index++) {
      const outcome = { ...success(START + index * 1000, 10 + index, 5 + index), isSuccess: index % 10 !== 0 };
      (index % 3 === 0 ? first : second).record("e", outcome);
      both.record("e", outcome);
    }
    const sums = sumOf(first.takeChanges(), second.takeChanges());
    for (const health of [first, second]) {
      health.adopt(sums);
      expect(health.read("e", START + 100_000)).toEqual(both.read("e", START + 100_000));
      expect(health.uptimeCells("e", START)).toEqual(both.uptimeCells("e", START));
    }
  });

  it("without losing counts made while sums are in transit", () => {
    const health = createHealth();
    health.record("e", success(START));
    const sums = health.takeChanges();
    health.record("e", success(START));
    health.adopt(sums);
    expect(health.attempts("e", START).succeeded).toBe(2);
    expect(health.takeChanges()).toEqual(sums);
  });

  it("and keep changes that the database did not accept for as long as a statistic covers them", () => {
    const health = createHealth();
    health.record("e", success(START));
    const changes = health.takeChanges();
    health.restoreChanges(changes);
    expect(health.takeChanges()).toEqual(changes);
    health.record("e", success(START + 90 * MINUTE));
    health.takeChanges();
    health.restoreChanges(changes);
    expect(health.takeChanges().map(({ series }) => series)).toEqual(["half_hours"]);
  });
});

describe("the time within which a share of the responses starts", () => {
  it("is known with enough responses, and includes canceled waits without counting them as attempts", () => {
    const health = createHealth();
    expect(health.latencyAt("e", START, 0.95)).toBeUndefined();
    for (let index = 1; index < MIN_FOR_PERCENTILES; index++) health.record("e", success(START, 100));
    expect(health.latencyAt("e", START, 0.95)).toBeUndefined();
    health.record("e", success(START, 100));
    const usualMs = health.latencyAt("e", START, 0.95) as number;
    expect(Math.abs(usualMs / 100 - 1)).toBeLessThanOrEqual(RELATIVE_ERROR + 1e-9);
    for (let wait = 0; wait < 2; wait++) health.recordWait("e", 5_000, START);
    expect(health.latencyAt("e", START, 0.95)).toBeGreaterThan(4_500);
    expect(health.attempts("e", START)).toEqual({ succeeded: MIN_FOR_PERCENTILES, failed: 0 });
  });
});

import type { EndpointCount } from "#server/data/endpoint-counts.ts";
import {
  createRing,
  createRollingDistribution,
  type Percentiles,
  type Ring,
  type RollingDistribution,
  type SlotCount,
} from "./rolling.ts";

/**
 * One finished attempt at a model endpoint. Leave out a caller's own mistake (a 400), which is independent of the
 * endpoint.
 */
export type Outcome = {
  /** Unix ms of the end of the attempt. */
  atMs: number;
  isSuccess: boolean;
  /** From sending the request to the first content. */
  firstContentMs?: number;
  tokensPerSecond?: number;
};

/** The health of one model endpoint in recent traffic; null values if there was too little of it. */
export type HealthReading = {
  /** Milliseconds to the first content, over the last 30 minutes. */
  latencyMs: Percentiles | null;
  /** Tokens per second, over the last 30 minutes. */
  throughput: Percentiles | null;
  /** Percent of successful attempts. */
  uptime5m: number | null;
  uptime30m: number | null;
  uptime1d: number | null;
};

export type Health = {
  record(endpointId: string, outcome: Outcome): void;
  read(endpointId: string, nowMs: number): HealthReading;
  /**
   * Records an attempt that was canceled after this time without content. It neither succeeded nor failed, but the
   * percentiles of the time to the first content would be too low without it.
   */
  recordWait(endpointId: string, waitedMs: number, atMs: number): void;
  /**
   * Returns the milliseconds within which this share of the last 30 minutes' responses had their first content;
   * undefined with too few responses.
   */
  latencyAt(endpointId: string, nowMs: number, share: number): number | undefined;
  /** Returns how many attempts of the last 30 minutes succeeded, and how many failed. */
  attempts(endpointId: string, nowMs: number): { succeeded: number; failed: number };
  /**
   * Returns the percent of successful attempts in each half hour of the last day, oldest first; null without attempts.
   */
  uptimeCells(endpointId: string, nowMs: number): (number | null)[];
  /** Returns the counts of this process since the last request, for the database. */
  takeChanges(): EndpointCount[];
  /** Restores changes that the database did not store. */
  restoreChanges(changes: readonly EndpointCount[]): void;
  /** Adopts sums over all processes, which include all changes taken here. */
  adopt(totals: readonly EndpointCount[]): void;
};

/** With fewer than twenty values, a single slow request moves the 95th percentile and all above it. */
export const MIN_FOR_PERCENTILES = 20;
/** With fewer than five attempts, a single failure takes a quarter of the uptime or more. */
export const MIN_FOR_UPTIME = 5;

const FRESH_MS = 1000;
const MINUTE_MS = 60_000;
const FAILURE = 0;
const SUCCESS = 1;
const NOTHING: HealthReading = { latencyMs: null, throughput: null, uptime5m: null, uptime30m: null, uptime1d: null };

/**
 * Creates rolling statistics of every endpoint with traffic (about 15 kB each), for this process and, through the
 * database, all others. A window of 30 minutes is ten slots of three minutes, so it spans 27 to 30; percentiles are
 * within 4% of the exact ones.
 */
export function createHealth(): Health {
  const tallies = new Map<string, Tally>();
  return {
    record(endpointId, outcome) {
      const tally = tallyOf(endpointId);
      tally.recorded++;
      const result = outcome.isSuccess ? SUCCESS : FAILURE;
      tally.minutes.count(outcome.atMs, result);
      tally.halfHours.count(outcome.atMs, result);
      if (outcome.firstContentMs !== undefined) tally.latency.add(outcome.firstContentMs, outcome.atMs);
      if (outcome.tokensPerSecond !== undefined) tally.throughput.add(outcome.tokensPerSecond, outcome.atMs);
    },
    read(endpointId, nowMs) {
      const tally = tallies.get(endpointId);
      if (!tally) return NOTHING;
      if (!isFresh(tally, nowMs))
        tally.last = { reading: readingOf(tally, nowMs), atMs: nowMs, recorded: tally.recorded };
      return tally.last.reading;
    },
    recordWait: (endpointId, waitedMs, atMs) => tallyOf(endpointId).latency.add(waitedMs, atMs),
    latencyAt: (endpointId, nowMs, share) => tallies.get(endpointId)?.latency.at(nowMs, share, MIN_FOR_PERCENTILES),
    attempts(endpointId, nowMs) {
      const counts = tallies.get(endpointId)?.minutes.sum(nowMs, 30);
      return { succeeded: counts?.[SUCCESS] ?? 0, failed: counts?.[FAILURE] ?? 0 };
    },
    uptimeCells(endpointId, nowMs) {
      const cells = tallies.get(endpointId)?.halfHours.each(nowMs, 48);
      return cells ? cells.map((cell) => percent(cell, 1)) : Array.from({ length: 48 }, () => null);
    },
    takeChanges: () => [...tallies].flatMap(([endpointId, tally]) => changesOf(endpointId, tally)),
    restoreChanges(changes) {
      for (const change of changes) ringOf(tallyOf(change.endpointId), change.series).restoreChanges([change]);
    },
    adopt(totals) {
      for (const total of totals) {
        const tally = tallyOf(total.endpointId);
        ringOf(tally, total.series).adopt(total);
        tally.last.atMs = Number.NEGATIVE_INFINITY;
      }
    },
  };

  function tallyOf(endpointId: string): Tally {
    const known = tallies.get(endpointId);
    if (known) return known;
    const tally = createTally();
    tallies.set(endpointId, tally);
    return tally;
  }
}

type Tally = {
  latency: RollingDistribution;
  throughput: RollingDistribution;
  minutes: Ring;
  halfHours: Ring;
  /** Number of attempts ever recorded. */
  recorded: number;
  last: { reading: HealthReading; atMs: number; recorded: number };
};

type Series = EndpointCount["series"];
const SERIES: readonly Series[] = ["minutes", "half_hours", "latency", "throughput"];

function ringOf(tally: Tally, series: Series): Ring {
  if (series === "minutes") return tally.minutes;
  if (series === "half_hours") return tally.halfHours;
  return series === "latency" ? tally.latency.ring : tally.throughput.ring;
}

function changesOf(endpointId: string, tally: Tally): EndpointCount[] {
  return SERIES.flatMap((series) =>
    ringOf(tally, series)
      .takeChanges()
      .map((change: SlotCount) => ({ endpointId, series, ...change })),
  );
}

/** Routing reads on every request: a result is reused for a second, unless the attempts since then could change it. */
function isFresh({ last, recorded }: Tally, nowMs: number): boolean {
  const age = nowMs - last.atMs;
  return age >= 0 && age < FRESH_MS && (recorded - last.recorded) * 50 <= last.recorded;
}

function createTally(): Tally {
  return {
    latency: createRollingDistribution(10, 3 * MINUTE_MS, 1),
    throughput: createRollingDistribution(10, 3 * MINUTE_MS, 0.1),
    minutes: createRing(30, MINUTE_MS, 2),
    halfHours: createRing(48, 30 * MINUTE_MS, 2),
    recorded: 0,
    last: { reading: NOTHING, atMs: Number.NEGATIVE_INFINITY, recorded: 0 },
  };
}

function readingOf(tally: Tally, nowMs: number): HealthReading {
  return {
    latencyMs: tally.latency.read(nowMs, MIN_FOR_PERCENTILES),
    throughput: tally.throughput.read(nowMs, MIN_FOR_PERCENTILES),
    uptime5m: percent(tally.minutes.sum(nowMs, 5), MIN_FOR_UPTIME),
    uptime30m: percent(tally.minutes.sum(nowMs, 30), MIN_FOR_UPTIME),
    uptime1d: percent(tally.halfHours.sum(nowMs, 48), MIN_FOR_UPTIME),
  };
}

function percent(counts: Uint32Array, min: number): number | null {
  const successes = counts[SUCCESS] as number;
  const total = successes + (counts[FAILURE] as number);
  return total < min ? null : (100 * successes) / total;
}

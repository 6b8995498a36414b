import { BUCKETS, type Correction, type Counter, type Need, type Reading, type Taken, UNKNOWN_MS } from "./counter.ts";

/** The counters of this process. */
export type MemoryCounters = {
  /** Takes from all counters or none. `slot`: the request, for the limits of requests in progress. */
  take(needs: readonly Need[], slot: string): Taken;
  /** Counts what another store has allowed. Returns when it was counted. */
  add(needs: readonly Need[], slot: string): number;
  /** Corrects what was counted at `atMs`, and frees the slot of the request. */
  correct(corrections: readonly Correction[], atMs: number, slot: string): void;
  read(counters: readonly Counter[]): Reading[];
  /** Returns the slots in use, by counter. */
  slots(): ReadonlyMap<Counter, ReadonlySet<string>>;
};

/** What was counted, by bucket. */
type Window = { buckets: Map<number, number>; period: "minute" | "day" };

const SWEEP_MS = 60_000;

/** Counts in buckets of a second or a day. `now` returns Unix ms. */
export function createMemoryCounters(now: () => number): MemoryCounters {
  const windows = new Map<string, Window>();
  const slotsByName = new Map<string, { counter: Counter; slots: Set<string> }>();
  let sweptMs = now();

  function windowOf({ name, period }: Counter): Window {
    const known = windows.get(name);
    if (known) return known;
    const made: Window = { buckets: new Map(), period: period as Window["period"] };
    windows.set(name, made);
    return made;
  }

  function read({ counter, amount }: Need, nowMs: number): Reading {
    if (counter.period === "concurrent") {
      const used = slotsByName.get(counter.name)?.slots.size ?? 0;
      return { used, resetMs: 0, freesMs: used + amount <= counter.limit ? 0 : UNKNOWN_MS };
    }
    const window = windows.get(counter.name);
    if (window) dropOld(window, nowMs);
    return readWindow(counter, window?.buckets ?? NOTHING, amount, nowMs);
  }

  function count({ counter, amount }: Need, slot: string, nowMs: number): void {
    if (counter.period === "concurrent") {
      const held = slotsByName.get(counter.name) ?? { counter, slots: new Set() };
      slotsByName.set(counter.name, held);
      held.slots.add(slot);
    } else if (amount > 0) addTo(windowOf(counter).buckets, bucketAt(counter, nowMs), amount);
  }

  function free({ name }: Counter, slot: string): void {
    const held = slotsByName.get(name);
    held?.slots.delete(slot);
    if (held?.slots.size === 0) slotsByName.delete(name);
  }

  /** Forgets counters that have not been used for their period. */
  function sweep(nowMs: number): void {
    if (Math.abs(nowMs - sweptMs) < SWEEP_MS) return;
    sweptMs = nowMs;
    for (const [name, window] of windows) {
      dropOld(window, nowMs);
      if (window.buckets.size === 0) windows.delete(name);
    }
  }

  return {
    take(needs, slot) {
      const nowMs = now();
      sweep(nowMs);
      const readings = needs.map((need) => read(need, nowMs));
      if (readings.some(({ freesMs }) => freesMs !== 0)) return { fits: false, atMs: nowMs, readings };
      for (const need of needs) count(need, slot, nowMs);
      return { fits: true, atMs: nowMs, readings: needs.map(({ counter }) => read({ counter, amount: 0 }, nowMs)) };
    },
    add(needs, slot) {
      const nowMs = now();
      sweep(nowMs);
      for (const need of needs) count(need, slot, nowMs);
      return nowMs;
    },
    correct(corrections, atMs, slot) {
      const nowMs = now();
      for (const { counter, change } of corrections) {
        if (counter.period === "concurrent") free(counter, slot);
        else correctWindow(counter, windowOf(counter), change, atMs, nowMs);
      }
    },
    read(counters) {
      const nowMs = now();
      return counters.map((counter) => read({ counter, amount: 0 }, nowMs));
    },
    slots: () => new Map([...slotsByName.values()].map(({ counter, slots }) => [counter, slots])),
  };
}

const NOTHING: ReadonlyMap<number, number> = new Map();

function bucketAt({ period }: Pick<Counter, "period">, atMs: number): number {
  return Math.floor(atMs / BUCKETS[period as Window["period"]].sizeMs);
}

function dropOld({ buckets, period }: Window, nowMs: number): void {
  const oldest = bucketAt({ period }, nowMs) - BUCKETS[period].kept;
  for (const bucket of buckets.keys()) if (bucket < oldest) buckets.delete(bucket);
}

function addTo(buckets: Map<number, number>, bucket: number, amount: number): void {
  const sum = Math.max(0, (buckets.get(bucket) ?? 0) + amount);
  if (sum > 0) buckets.set(bucket, sum);
  else buckets.delete(bucket);
}

/** What is given back leaves the bucket in which it was counted; what was used in addition counts at the latest now. */
function correctWindow(counter: Counter, { buckets }: Window, change: number, atMs: number, nowMs: number): void {
  const { kept } = BUCKETS[counter.period as Window["period"]];
  const [bucket, current] = [bucketAt(counter, atMs), bucketAt(counter, nowMs)];
  if (buckets.has(bucket) && bucket >= current - kept) addTo(buckets, bucket, change);
  else if (change > 0) addTo(buckets, current, change);
}

function readWindow(
  { period, limit }: Counter,
  buckets: ReadonlyMap<number, number>,
  amount: number,
  nowMs: number,
): Reading {
  const { sizeMs, kept } = BUCKETS[period as Window["period"]];
  const endMs = (bucket: number) => (bucket + kept + 1) * sizeMs - nowMs;
  const sorted = [...buckets].sort(([one], [other]) => one - other);
  const used = sorted.reduce((sum, [, count]) => sum + count, 0);
  const last = sorted.at(-1);
  const resetMs = last ? endMs(last[0]) : 0;
  let over = used + amount - limit;
  if (over <= 0) return { used, resetMs, freesMs: 0 };
  for (const [bucket, count] of sorted) {
    over -= count;
    if (over <= 0) return { used, resetMs, freesMs: endMs(bucket) };
  }
  return { used, resetMs, freesMs: resetMs || endMs(bucketAt({ period }, nowMs)) };
}

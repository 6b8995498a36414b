import { BUCKETS, bucketOf, valueAt } from "./histogram.ts";

export type Percentiles = { p50: number; p75: number; p90: number; p99: number };

/** A distribution over the last `slots` time slots, including the current one, in constant space. */
export type RollingDistribution = {
  add(value: number, atMs: number): void;
  read(nowMs: number, fewest: number): Percentiles | null;
};

/**
 * Creates a distribution of values from `smallest` up, in a ring of histograms; a slot's counts are dropped when the
 * slot is reused.
 */
export function createRollingDistribution(slots: number, slotMs: number, smallest: number): RollingDistribution {
  const ring = createRing(slots, slotMs, BUCKETS);
  return {
    add: (value, atMs) => ring.count(atMs, bucketOf(value, smallest)),
    read(nowMs, fewest) {
      const sums = ring.sum(nowMs, slots);
      const total = sums.reduce((a, b) => a + b, 0);
      if (total < fewest) return null;
      const at = (share: number) => valueAt(sums, total, share, smallest);
      return { p50: at(0.5), p75: at(0.75), p90: at(0.9), p99: at(0.99) };
    },
  };
}

/** Counters in a ring of time slots. */
export type Ring = {
  /** Adds one to a counter of the slot of `atMs`; times before the ring's oldest slot are dropped. */
  count(atMs: number, counter: number): void;
  /** Returns the sums of the counters over the newest `slots` slots up to `nowMs`. */
  sum(nowMs: number, slots: number): Uint32Array;
  /** Returns the counters of each of the newest `slots` slots, oldest first. */
  each(nowMs: number, slots: number): Uint32Array[];
};

/** Creates a ring of `slots` slots of `slotMs` each, with `width` counters per slot. */
export function createRing(slots: number, slotMs: number, width: number): Ring {
  const counts = new Uint32Array(slots * width);
  const epochs = new Float64Array(slots).fill(-1);

  return {
    count(atMs, counter) {
      const epoch = Math.floor(atMs / slotMs);
      const slot = epoch % slots;
      if ((epochs[slot] as number) > epoch) return;
      if (epochs[slot] !== epoch) {
        counts.fill(0, slot * width, (slot + 1) * width);
        epochs[slot] = epoch;
      }
      const index = slot * width + counter;
      counts[index] = (counts[index] as number) + 1;
    },
    sum(nowMs, newest) {
      const sums = new Uint32Array(width);
      for (const slot of live(nowMs, newest)) {
        for (let counter = 0; counter < width; counter++)
          sums[counter] = (sums[counter] as number) + (slot[counter] as number);
      }
      return sums;
    },
    each: live,
  };

  function live(nowMs: number, newest: number): Uint32Array[] {
    const last = Math.floor(nowMs / slotMs);
    return Array.from({ length: newest }, (_, age) => {
      const epoch = last - newest + 1 + age;
      const slot = ((epoch % slots) + slots) % slots;
      return epochs[slot] === epoch ? counts.subarray(slot * width, (slot + 1) * width) : new Uint32Array(width);
    });
  }
}

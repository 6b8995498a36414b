import { BUCKETS, bucketOf, valueAt } from "./histogram.ts";

export type Percentiles = { p50: number; p75: number; p90: number; p99: number };

/** A distribution over the last `slots` time slots, including the current one, in constant space. */
export type RollingDistribution = {
  add(value: number, atMs: number): void;
  read(nowMs: number, min: number): Percentiles | null;
  /** Returns the value that this share of the values is below; undefined for fewer than `min` values. */
  at(nowMs: number, share: number, min: number): number | undefined;
  ring: Ring;
};

/**
 * Creates a distribution of values from `smallest` up, in a ring of histograms; a slot's counts are dropped when the
 * slot is reused.
 */
export function createRollingDistribution(slots: number, slotMs: number, smallest: number): RollingDistribution {
  const ring = createRing(slots, slotMs, BUCKETS);
  /** Returns a function from a share to the value at it. */
  const sorted = (nowMs: number, min: number) => {
    const sums = ring.sum(nowMs, slots);
    const total = sums.reduce((a, b) => a + b, 0);
    return total < min ? undefined : (share: number) => valueAt(sums, total, share, smallest);
  };
  return {
    add: (value, atMs) => ring.count(atMs, bucketOf(value, smallest)),
    read(nowMs, min) {
      const at = sorted(nowMs, min);
      return at ? { p50: at(0.5), p75: at(0.75), p90: at(0.9), p99: at(0.99) } : null;
    },
    at: (nowMs, share, min) => sorted(nowMs, min)?.(share),
    ring,
  };
}

/** A counter of a time slot, numbered since 1970. */
export type SlotCount = { slot: number; counter: number; count: number };

/** Counters in a ring of time slots. */
export type Ring = {
  /** Adds one to a counter of the slot of `atMs`; times before the ring's oldest slot are dropped. */
  count(atMs: number, counter: number): void;
  /** Returns the sums of the counters over the newest `slots` slots up to `nowMs`. */
  sum(nowMs: number, slots: number): Uint32Array;
  /** Returns the counters of each of the newest `slots` slots, oldest first. */
  each(nowMs: number, slots: number): Uint32Array[];
  /** Returns the counts of this process since the last request. */
  takeChanges(): SlotCount[];
  /** Takes back changes that could not be shared; those of slots that have left the ring are dropped. */
  restoreChanges(changes: readonly SlotCount[]): void;
  /** Sets a counter to the sum over all processes, which includes the changes taken here, plus later counts. */
  adopt(total: SlotCount): void;
};

/** Creates a ring of `slots` slots of `slotMs` each, with `width` counters per slot. */
export function createRing(slots: number, slotMs: number, width: number): Ring {
  const counts = new Uint32Array(slots * width);
  const epochs = new Float64Array(slots).fill(-1);
  /** Counts of this process that are not shared yet, by `epoch * width + counter`. */
  const changes = new Map<number, number>();

  return {
    count(atMs, counter) {
      const epoch = Math.floor(atMs / slotMs);
      const index = indexOf(epoch, counter);
      if (index === undefined) return;
      counts[index] = (counts[index] as number) + 1;
      change(epoch * width + counter, 1);
    },
    sum(nowMs, newest) {
      const sums = new Uint32Array(width);
      for (const slot of currentSlots(nowMs, newest)) {
        for (let counter = 0; counter < width; counter++)
          sums[counter] = (sums[counter] as number) + (slot[counter] as number);
      }
      return sums;
    },
    each: currentSlots,
    takeChanges() {
      const unshared = [...changes].map(([key, count]) => ({
        slot: Math.floor(key / width),
        counter: key % width,
        count,
      }));
      changes.clear();
      return unshared;
    },
    restoreChanges(unshared) {
      const oldest = Math.max(...epochs) - slots;
      for (const { slot, counter, count } of unshared) if (slot > oldest) change(slot * width + counter, count);
    },
    adopt({ slot, counter, count }) {
      const index = indexOf(slot, counter);
      if (index !== undefined) counts[index] = count + (changes.get(slot * width + counter) ?? 0);
    },
  };

  function change(key: number, by: number): void {
    changes.set(key, (changes.get(key) ?? 0) + by);
  }

  /**
   * Returns the index of a counter, after emptying its slot if an older time used it; undefined if its time has left
   * the ring.
   */
  function indexOf(epoch: number, counter: number): number | undefined {
    const slot = epoch % slots;
    if ((epochs[slot] as number) > epoch) return undefined;
    if (epochs[slot] !== epoch) {
      counts.fill(0, slot * width, (slot + 1) * width);
      epochs[slot] = epoch;
    }
    return slot * width + counter;
  }

  function currentSlots(nowMs: number, newest: number): Uint32Array[] {
    const last = Math.floor(nowMs / slotMs);
    return Array.from({ length: newest }, (_, age) => {
      const epoch = last - newest + 1 + age;
      const slot = ((epoch % slots) + slots) % slots;
      return epochs[slot] === epoch ? counts.subarray(slot * width, (slot + 1) * width) : new Uint32Array(width);
    });
  }
}

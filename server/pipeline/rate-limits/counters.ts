import type { Log } from "#server/log.ts";
import type { Correction, Counter, Need, Reading, Taken } from "./counter.ts";
import { createMemoryCounters } from "./memory-counters.ts";
import { createSharedCounters, type SharedStore, SLOT_LEASE_MS } from "./shared-counters.ts";

/** When a request was counted, in this process and in the shared store. */
export type Counted = { ownMs: number; sharedMs: number | undefined };

/** The counters of rate limits: of this process, or of all processes that share a store. */
export type Counters = {
  /** Takes from all counters or none. */
  take(needs: readonly Need[], slot: string): Promise<Taken & { counted: Counted }>;
  /** Corrects what a request was counted with, and frees its slot. */
  correct(corrections: readonly Correction[], counted: Counted, slot: string): void;
  read(counters: readonly Counter[]): Promise<Reading[]>;
  /** Returns whether the counts are those of all processes. */
  isShared(): boolean;
  close(): void;
};

const RENEW_EVERY_MS = SLOT_LEASE_MS / 3;

/**
 * Counts in the shared store. While that does not respond, counts in this process alone, starting from what this process
 * has counted before; without a store, the counts of this process are exact.
 */
export function createCounters(store: SharedStore | undefined, now: () => number, log: Log): Counters {
  const own = createMemoryCounters(now);
  const shared = store && createSharedCounters(store.redis);
  const isShared = () => store !== undefined && store.downSinceMs() === undefined;
  const timer = shared && setInterval(() => void renew(), RENEW_EVERY_MS).unref();

  async function renew(): Promise<void> {
    const slots = own.slots();
    if (slots.size === 0 || !isShared()) return;
    // The store logs its outages.
    await shared?.renew(slots).catch(() => undefined);
  }

  async function takeShared(needs: readonly Need[], slot: string): Promise<(Taken & { counted: Counted }) | undefined> {
    if (!shared || !isShared()) return undefined;
    try {
      const taken = await shared.take(needs, slot);
      const ownMs = taken.fits ? own.add(needs, slot) : 0;
      return { ...taken, counted: { ownMs, sharedMs: taken.atMs } };
    } catch (error) {
      log.debug({ error }, "rate limits are counted in this process because Redis does not respond");
      return undefined;
    }
  }

  return {
    async take(needs, slot) {
      const shared = store && (await takeShared(needs, slot));
      if (shared) return shared;
      const taken = own.take(needs, slot);
      return { ...taken, counted: { ownMs: taken.atMs, sharedMs: undefined } };
    },
    correct(corrections, { ownMs, sharedMs }, slot) {
      own.correct(corrections, ownMs, slot);
      if (!shared || !isShared()) return;
      // What was counted in this process alone is known to the store only by its slots, which were renewed there.
      const known = sharedMs === undefined ? corrections.filter(isSlot) : corrections.filter(isChange);
      shared.correct(known, sharedMs ?? 0, slot).catch(() => undefined);
    },
    async read(counters) {
      if (shared && isShared()) {
        const readings = await shared.read(counters).catch(() => undefined);
        if (readings) return readings;
      }
      return own.read(counters);
    },
    isShared,
    close: () => clearInterval(timer),
  };
}

function isSlot({ counter }: Correction): boolean {
  return counter.period === "concurrent";
}

function isChange(correction: Correction): boolean {
  return correction.change !== 0 || isSlot(correction);
}

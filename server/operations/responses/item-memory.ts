import { LRUCache } from "lru-cache";
import { isRecord } from "#lib/is-record.ts";
import { recordsOf, textOf } from "#server/dialects/read-field.ts";

type Item = Record<string, unknown>;

/** Remembers the output items of recent responses, for clients that send an item's id instead of the item. */
export type ItemMemory = {
  /** Stores the items of a response for `owner`. `nowMs`: Unix ms. */
  remember(owner: string, items: unknown, nowMs: number): void;
  /** Returns the input with every reference replaced by its item; unknown references are unchanged. */
  resolve(owner: string, input: unknown, nowMs: number): unknown;
};

/**
 * Creates a memory for this process only. Nothing is written to disk; the least recently used items are evicted first.
 */
export function createItemMemory({ maxBytes, lifetimeMs }: { maxBytes: number; lifetimeMs: number }): ItemMemory {
  let clockMs = 0;
  const kept = new LRUCache<string, Item>({
    maxSize: maxBytes,
    sizeCalculation: (item) => JSON.stringify(item).length,
    // An item expires exactly at the end of its lifetime, not a millisecond later.
    ttl: lifetimeMs - 1,
    ttlResolution: 0,
    // A start time of 0 would count as none.
    perf: { now: () => clockMs + 1 },
  });
  return {
    remember(owner, items, nowMs) {
      clockMs = nowMs;
      for (const item of recordsOf(items)) {
        const id = textOf(item.id);
        if (id) kept.set(nameOf(owner, id), item);
      }
      kept.purgeStale();
    },
    resolve(owner, input, nowMs) {
      clockMs = nowMs;
      if (!Array.isArray(input)) return input;
      return input.map((item) => {
        if (!isRecord(item) || item.type !== "item_reference") return item;
        return kept.get(nameOf(owner, String(item.id))) ?? item;
      });
    },
  };
}

function nameOf(owner: string, id: string): string {
  return `${owner} ${id}`;
}

import { isRecord, recordsOf, textOf } from "#server/dialects/read-field.ts";

type Item = Record<string, unknown>;

/** The output items of recent replies, for clients that send an item's id back in place of the item. */
export type ItemMemory = {
  /** Keeps the items of a reply for `owner`. */
  remember(owner: string, items: unknown, nowMs: number): void;
  /** The input with every reference replaced by its item; one that is not known stays. */
  resolve(owner: string, input: unknown, nowMs: number): unknown;
};

type Kept = { item: Item; bytes: number; untilMs: number };

/** In this process alone and for a bounded time: nothing is written, and the oldest items give way to new ones. */
export function createItemMemory({ maxBytes, lifetimeMs }: { maxBytes: number; lifetimeMs: number }): ItemMemory {
  const kept = new Map<string, Kept>();
  let totalBytes = 0;

  const forget = (name: string) => {
    totalBytes -= kept.get(name)?.bytes ?? 0;
    kept.delete(name);
  };
  const keep = (name: string, item: Item, untilMs: number) => {
    forget(name);
    const bytes = JSON.stringify(item).length;
    kept.set(name, { item, bytes, untilMs });
    totalBytes += bytes;
  };
  const sweep = (nowMs: number) => {
    for (const [name, { untilMs }] of kept) {
      if (totalBytes <= maxBytes && untilMs > nowMs) return;
      forget(name);
    }
  };

  return {
    remember(owner, items, nowMs) {
      for (const item of recordsOf(items)) {
        const id = textOf(item.id);
        if (id) keep(nameOf(owner, id), item, nowMs + lifetimeMs);
      }
      sweep(nowMs);
    },
    resolve(owner, input, nowMs) {
      sweep(nowMs);
      if (!Array.isArray(input)) return input;
      return input.map((item) => {
        if (!isRecord(item) || item.type !== "item_reference") return item;
        return kept.get(nameOf(owner, String(item.id)))?.item ?? item;
      });
    },
  };
}

function nameOf(owner: string, id: string): string {
  return `${owner} ${id}`;
}

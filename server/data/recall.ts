import { isDatabaseUnavailable } from "#server/errors.ts";

/**
 * Loads data that a process keeps in memory. Until the first load succeeds, falls back to the data saved under this
 * name if the database does not respond.
 */
export type Recall = <T>(name: string, load: () => Promise<T>) => Promise<T>;

/** Loads every value from the database, without a fallback. */
export const loadNow: Recall = (_name, load) => load();

export type Saved = Readonly<Record<string, unknown>>;

/** Creates a recall that falls back to saved data; `readAll` loads again everything that was loaded before. */
export function createRecall(savedNow: () => Saved | undefined): { recall: Recall; readAll(): Promise<Saved> } {
  const loaders = new Map<string, () => Promise<unknown>>();
  const loaded = new Set<string>();
  return {
    async recall<T>(name: string, load: () => Promise<T>): Promise<T> {
      loaders.set(name, load);
      try {
        const fresh = await load();
        loaded.add(name);
        return fresh;
      } catch (error) {
        const saved = savedNow();
        if (loaded.has(name) || !saved || !(name in saved) || !isDatabaseUnavailable(error)) throw error;
        return saved[name] as T;
      }
    },
    async readAll() {
      const all: Record<string, unknown> = {};
      // One after the other: keys come before the guardrails they name, so none of those can be missing.
      for (const [name, load] of loaders) all[name] = await load();
      return all;
    },
  };
}

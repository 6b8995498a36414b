import { nameKey, spellings } from "./canonical.ts";

/** Finds the one model a name stands for, whatever its spelling; `add` makes a model known. */
export type ModelIndex = {
  add(id: string): void;
  has(id: string): boolean;
  find(author: string, slug: string): string | undefined;
};

/** An empty index. Ids are `author/slug`; the first id of a spelling keeps it. */
export function createModelIndex(): ModelIndex {
  const byKey = new Map<string, string>();
  const ids = new Set<string>();
  return {
    has: (id) => ids.has(id),
    add(id) {
      const [author, slug] = id.split("/") as [string, string];
      ids.add(id);
      const key = `${author}/${nameKey(slug)}`;
      if (!byKey.has(key)) byKey.set(key, id);
    },
    find(author, slug) {
      for (const spelling of spellings(slug)) {
        const id = byKey.get(`${author}/${nameKey(spelling)}`);
        if (id) return id;
      }
      return undefined;
    },
  };
}

import { nameKey, spellings } from "./canonical.ts";

/** Finds the model that a name refers to, whatever its spelling; `add` registers a model. */
export type ModelIndex = {
  add(id: string): void;
  has(id: string): boolean;
  find(author: string, slug: string): string | undefined;
};

/** Creates an empty index. Ids are `author/slug`; the first id with a spelling keeps it. */
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

/** One changed value; `before` is undefined if it was added, `after` if it was removed. */
export type Difference = { path: string; before: unknown; after: unknown };

/** Compares two states of a record by path (`limits[0].amount`), and counts unchanged values. */
export function differencesOf(before: unknown, after: unknown): { changed: Difference[]; sameCount: number } {
  const old = leavesOf(before);
  const fresh = leavesOf(after);
  const paths = [...new Set([...old.keys(), ...fresh.keys()])];
  const changed = paths
    .filter((path) => JSON.stringify(old.get(path)) !== JSON.stringify(fresh.get(path)))
    .map((path) => ({ path, before: old.get(path), after: fresh.get(path) }));
  return { changed, sameCount: paths.length - changed.length };
}

/** Returns the leaf values of a record by their paths; an empty list or object counts as a value. */
function leavesOf(value: unknown, path = ""): Map<string, unknown> {
  if (value === null || value === undefined) return new Map(path ? [[path, value]] : []);
  if (typeof value !== "object" || Object.keys(value).length === 0) return new Map([[path, value]]);
  const parts = Array.isArray(value)
    ? value.map((part, index) => [`${path}[${index}]`, part] as const)
    : Object.entries(value).map(([name, part]) => [path ? `${path}.${name}` : name, part] as const);
  return new Map(parts.flatMap(([at, part]) => [...leavesOf(part, at)]));
}

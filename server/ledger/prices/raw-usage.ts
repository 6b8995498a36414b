type Block = Readonly<Record<string, unknown>>;

const DEEPEST = 6;
const MOST_ENTRIES = 100;
const LONGEST_TEXT = 500;

/**
 * An upstream's usage block as the ledger keeps it. No vendor's is near these bounds; one that is without end or depth
 * must not keep the rows that are written with it from the database.
 */
export function keptRawUsage(block: Block | undefined): Block | null {
  if (!block) return null;
  return isModest(block, DEEPEST) ? block : (kept(block, DEEPEST) as Block);
}

/** Is it within the bounds as it is? Every vendor's is, and need not be copied. */
function isModest(value: unknown, deeper: number): boolean {
  if (typeof value === "string") return value.length <= LONGEST_TEXT;
  if (typeof value !== "object" || value === null) return true;
  if (deeper === 0) return false;
  let entries = 0;
  for (const name in value) {
    entries += 1;
    if (entries > MOST_ENTRIES || name.length > LONGEST_TEXT) return false;
    if (!isModest((value as Block)[name], deeper - 1)) return false;
  }
  return true;
}

function kept(value: unknown, deeper: number): unknown {
  if (typeof value === "string") return value.slice(0, LONGEST_TEXT);
  if (typeof value !== "object" || value === null) return value;
  if (deeper === 0) return null;
  if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map((item) => kept(item, deeper - 1));
  const entries = Object.entries(value).slice(0, MOST_ENTRIES);
  return Object.fromEntries(entries.map(([name, item]) => [name.slice(0, LONGEST_TEXT), kept(item, deeper - 1)]));
}

type Block = Readonly<Record<string, unknown>>;

const DEEPEST = 6;
const MOST_ENTRIES = 100;
const LONGEST_TEXT = 500;

/**
 * Returns an upstream's usage block as stored in the ledger. Providers stay far below these bounds; a huge or deeply
 * nested block must not block the rows written with it.
 */
export function boundRawUsage(block: Block | undefined): Block | null {
  if (!block) return null;
  return isModest(block, DEEPEST) ? block : (copyBounded(block, DEEPEST) as Block);
}

/** Returns whether a value is within the bounds, so that it need not be copied. */
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

function copyBounded(value: unknown, deeper: number): unknown {
  if (typeof value === "string") return value.slice(0, LONGEST_TEXT);
  if (typeof value !== "object" || value === null) return value;
  if (deeper === 0) return null;
  if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map((item) => copyBounded(item, deeper - 1));
  const entries = Object.entries(value).slice(0, MOST_ENTRIES);
  return Object.fromEntries(
    entries.map(([name, item]) => [name.slice(0, LONGEST_TEXT), copyBounded(item, deeper - 1)]),
  );
}

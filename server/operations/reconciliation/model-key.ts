const DATE = /-(?:20\d{2}-\d{2}-\d{2}|20\d{6}|\d{4})$/;

/**
 * Returns what the names of one model have in common: `anthropic/claude-haiku-4.5`, `claude-haiku-4-5-20251001` and
 * "Claude Haiku 4.5" are all `claude-haiku-4-5`. Versions that differ only by date count as one model.
 */
export function modelKey(name: string): string {
  const slug = name
    .trim()
    .toLowerCase()
    .replace(/^[^/]+\//, "")
    .replace(/[\s._:/]+/g, "-");
  return slug.replace(/-latest$/, "").replace(DATE, "");
}

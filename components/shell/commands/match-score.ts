/** A command's label first, then its other search words. */
type Names = readonly [label: string, ...others: string[]];

const KEYWORD_SHARE = 0.6;
/** Score of server results that match by something not in their label, such as a key's hash. */
const FOUND_ELSEWHERE = 0.2;

/**
 * Returns how well a line of the command menu matches the search, 0 to 1. Letters scattered over the line do not match:
 * "prod" must find the key production-web, not the Playground and the audit log.
 */
export function matchScore(search: string, [label, ...others]: Names, foundByServer = false): number {
  const query = search.trim().toLowerCase();
  if (query === "") return 1;
  const best = Math.max(nameScore(label, query), ...others.map((name) => KEYWORD_SHARE * nameScore(name, query)), 0);
  return foundByServer ? Math.max(best, FOUND_ELSEWHERE) : best;
}

function nameScore(name: string, query: string): number {
  const text = name.toLowerCase();
  if (text === query) return 1;
  if (text.startsWith(query)) return 0.9;
  const words = text.split(/[^\p{L}\p{N}]+/u);
  if (words.some((word) => word.startsWith(query))) return 0.8;
  if (query.split(/\s+/).every((part) => words.some((word) => word.startsWith(part)))) return 0.7;
  return text.includes(query) ? 0.5 : 0;
}

/**
 * Decodes a list of data/. Each line is the number of leading characters shared with the previous word (base 36) and
 * the rest.
 */
export function readList(coded: string): Set<string> {
  const words = new Set<string>();
  let last = "";
  for (const line of coded.split("\n")) {
    last = last.slice(0, Number.parseInt(line.charAt(0), 36)) + line.slice(1);
    words.add(last);
  }
  return words;
}

import { writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes a sorted list. Each line is the number of leading characters shared with the previous word (base 36) and the
 * rest.
 */
export function writeList(folder: string, name: string, words: ReadonlySet<string>): void {
  const sorted = [...words].sort();
  const coded = sorted.map((word, index) => {
    const shared = sharedLength(sorted[index - 1] ?? "", word);
    return shared.toString(36) + word.slice(shared);
  });
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ words: coded.join("\n") }, null, 2)}\n`);
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < 35 && length < one.length && one[length] === other[length]) length += 1;
  return length;
}

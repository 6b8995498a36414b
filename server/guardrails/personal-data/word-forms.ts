/**
 * Returns the first accepted form of `word`: the word itself, or the word without a regular English ending; empty if
 * none is accepted.
 */
export function baseOf(word: string, accepts: (base: string) => boolean): boolean {
  if (accepts(word)) return true;
  for (const [ending, replacements] of endings) {
    if (!word.endsWith(ending) || word.length - ending.length < 2) continue;
    const stem = word.slice(0, -ending.length);
    for (const replacement of replacements) if (accepts(stem + replacement)) return true;
    if (doubled.test(stem) && ending !== "s" && accepts(stem.slice(0, -1))) return true;
  }
  return false;
}

const doubled = /([bdfgklmnprstvz])\1$/;

const endings: [string, string[]][] = [
  ["s", [""]],
  ["es", [""]],
  ["ies", ["y"]],
  ["ed", ["", "e"]],
  ["ied", ["y"]],
  ["ing", ["", "e"]],
  ["ly", [""]],
  ["ily", ["y"]],
  ["er", ["", "e"]],
  ["ers", ["", "e"]],
  ["est", ["", "e"]],
  ["ness", [""]],
];

/**
 * Returns a word without accents, in lower case, as the lists contain it. Scripts whose marks are letters keep them.
 */
export function foldName(word: string): string {
  const lower = word.toLowerCase().replaceAll("’", "'");
  return /^[\0-\x7f]*$/.test(lower)
    ? lower
    : lower
        .replace(/[\p{Script=Latin}\p{Script=Greek}\p{M}]+/gu, bare)
        .replace(/[łøđı]/g, (letter) => single[letter] ?? letter);
}

const single: Record<string, string> = { ł: "l", ø: "o", đ: "d", ı: "i" };

function bare(run: string): string {
  return /\p{Script=Latin}|\p{Script=Greek}/u.test(run) ? run.normalize("NFD").replace(/\p{M}/gu, "") : run;
}

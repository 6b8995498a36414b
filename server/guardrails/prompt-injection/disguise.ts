import { correct } from "./misspelling.ts";

/** Reads single words that were altered but are still readable for a person. */
export type Disguises = {
  /** Returns the vocabulary word that `token` disguises, if any. */
  reveal: (token: string) => string | undefined;
  /** Returns the vocabulary word that `token` spells backwards, if any. */
  reversed: (token: string) => string | undefined;
  /** Returns the vocabulary word that `token` spells in ROT13, if any. */
  rotated: (token: string) => string | undefined;
};

export function createDisguises(words: ReadonlySet<string>): Disguises {
  const plain = [...words].filter((word) => /^[a-z]{4,}$/.test(word));
  const scrambled = new Map(plain.filter((word) => word.length >= 5).map((word) => [scrambleKey(word), word]));
  const shapes = new Set([...scrambled.values()].map(shapeOf));
  const backwards = new Map(plain.map((word) => [[...word].reverse().join(""), word]));
  const moved = new Map(plain.map((word) => [rotate(word), word]));
  return {
    reveal: (token) => {
      if (/[^a-z]/.test(token)) return unmask(token, words);
      if (/(.)\1\1/.test(token)) return shortenRepeats(token, words);
      const meant = correct(token);
      if (meant !== undefined) return meant;
      if (token.length < 5 || token.length > 16 || !shapes.has(shapeOf(token))) return undefined;
      return scrambled.get(scrambleKey(token));
    },
    reversed: (token) => backwards.get(token),
    rotated: (token) => moved.get(token),
  };
}

/** Shortens repeated letters to one or two: "alll", "rulesss". */
function shortenRepeats(token: string, words: ReadonlySet<string>): string | undefined {
  if (token.length > 40) return undefined;
  const twice = token.replace(/(.)\1{2,}/g, "$1$1");
  const once = token.replace(/(.)\1{2,}/g, "$1");
  return [once, twice].find((word) => words.has(word)) ?? once;
}

/** Returns a key that ignores the order of the inner letters, as readers do with misspelled words. */
function scrambleKey(word: string): string {
  return word.charAt(0) + [...word.slice(1, -1)].sort().join("") + word.slice(-1);
}

function shapeOf(word: string): number {
  return (word.length * 128 + word.charCodeAt(0)) * 128 + word.charCodeAt(word.length - 1);
}

function rotate(word: string): string {
  return word.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97));
}

const digits: Record<string, string> = {
  "0": "o",
  "1": "i",
  "2": "z",
  "3": "e",
  "4": "a",
  "5": "s",
  "6": "g",
  "7": "t",
  "8": "b",
  "9": "g",
  "@": "a",
  $: "s",
  "!": "i",
  "|": "l",
  "+": "t",
};
/** Letters of other alphabets that look like lowercase Latin ones (Unicode confusables). */
const lookalikes: Record<string, string> = {
  а: "a",
  в: "b",
  е: "e",
  з: "3",
  и: "u",
  к: "k",
  м: "m",
  н: "h",
  о: "o",
  р: "p",
  с: "c",
  т: "t",
  у: "y",
  х: "x",
  ѕ: "s",
  і: "i",
  ј: "j",
  ԁ: "d",
  ԛ: "q",
  ԝ: "w",
  һ: "h",
  ӏ: "l",
  г: "r",
  п: "n",
  α: "a",
  β: "b",
  γ: "y",
  ε: "e",
  η: "n",
  ι: "i",
  κ: "k",
  ν: "v",
  ο: "o",
  ρ: "p",
  σ: "o",
  τ: "t",
  υ: "u",
  χ: "x",
  ω: "w",
  ɑ: "a",
  ɡ: "g",
  ɩ: "i",
  ʀ: "r",
  ѵ: "v",
  օ: "o",
  ս: "u",
  ո: "n",
  հ: "h",
  ց: "g",
  զ: "q",
  ꓲ: "l",
};

function unmask(token: string, words: ReadonlySet<string>): string | undefined {
  if (token.length > 40 || !/[a-z\d]/.test(token)) return undefined;
  const latin = token.replace(/[^\0-\x7f]/gu, (letter) => lookalikes[letter] ?? letter);
  if (words.has(latin) || (latin !== token && /^[a-z]+$/.test(latin) && /[a-z]/.test(token))) return latin;
  if (!/[a-z]/.test(latin) && !/\d{2}/.test(latin)) return undefined;
  const read = latin.replace(/[\d@$!|+]/g, (mark) => digits[mark] ?? mark);
  if (words.has(read)) return read;
  const other = latin.replace(/1|!/g, "l").replace(/[\d@$|+]/g, (mark) => digits[mark] ?? mark);
  return words.has(other) ? other : undefined;
}

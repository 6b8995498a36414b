import { reach } from "./tokens.ts";

/** The maximum length of an address, including a building before its number. */
const longest = reach + 60;

/**
 * Matches what an address can begin with: a number, a capital letter, a script without capitals, or certain lowercase
 * words.
 */
const opening =
  /[\p{Lu}\p{N}〒\p{Script=Han}\p{Script=Hangul}]|\b(?:p\.? ?o|post|rural|highway|star|rr|hc|box|ul\.|al\.|os\.|pl\.|apartado|caixa|casella|boîte)/u;
/** Matches what ends every address that began before it. */
const closing = /[?!;"“”<>{}|]|\n\s*\n/g;

/** Returns the first offset from which an address may still grow. It is near the end of the text. */
export function findStableEnd(text: string): number {
  let from = Math.max(0, text.length - longest);
  const tail = text.slice(from);
  let closedAt = 0;
  for (const mark of tail.matchAll(closing)) closedAt = mark.index + mark[0].length;
  from += closedAt;
  const first = text.slice(from).search(opening);
  const word = text.length - (/[\p{L}\p{N}.'’-]{0,40}$/u.exec(text.slice(-40))?.[0].length ?? 0);
  return first < 0 ? Math.max(from, word) : Math.min(from + first, word);
}

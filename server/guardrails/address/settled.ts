import { reach } from "./tokens.ts";

/** The longest address there is, with the building before its number. */
const longest = reach + 60;

/** What an address may begin with: a number, a capital, a script without capitals, or a word of a form in small letters. */
const opening =
  /[\p{Lu}\p{N}〒\p{Script=Han}\p{Script=Hangul}]|\b(?:p\.? ?o|post|rural|highway|star|rr|hc|box|ul\.|al\.|os\.|pl\.|apartado|caixa|casella|boîte)/u;
/** What ends every address that began before it. */
const closing = /[?!;"“”<>{}|]|\n\s*\n/g;

/** The first place in the last stretch from which an address may still grow. */
export function settled(text: string): number {
  let from = Math.max(0, text.length - longest);
  const tail = text.slice(from);
  let closed = 0;
  for (const mark of tail.matchAll(closing)) closed = mark.index + mark[0].length;
  from += closed;
  const first = text.slice(from).search(opening);
  const word = text.length - (/[\p{L}\p{N}.'’-]{0,40}$/u.exec(text.slice(-40))?.[0].length ?? 0);
  return first < 0 ? Math.max(from, word) : Math.min(from + first, word);
}

import { type Reading, rewrite } from "./rewrite.ts";

const at = "at|@|ät|arroba|arobase|chiocciola";
const dot = "dot|\\.|punkt|punto|point|ponto";
const sign = `[\\[({<]\\s{0,2}(?:(?<at>${at})|(?<dot>${dot}))\\s{0,2}[\\])}>]`;

const spelled = new RegExp(sign, "i");
const between = new RegExp(`(?<=[\\p{L}\\p{N}_-])\\s{0,3}${sign}\\s{0,3}(?=[\\p{L}\\p{N}]|$)`, "giu");

/** Returns whether a text may contain a spelled-out sign of an address. */
export function hasSpelledSign(text: string): boolean {
  return spelled.test(text);
}

/** Reads `(at)` and `[dot]` between words as the signs of an email address. */
export function withSigns(text: string): Reading {
  return rewrite(text, between, ({ groups = {} }) => (groups.at === undefined ? "." : "@"));
}

/** The text before a sign in an address: a word, or the digits of an IP address. */
export type Spelled = "words" | "numbers";

const openBracket = "[\\[({<]\\s{0,2}[@.\\p{L}]{0,10}\\s{0,2}";
const tails: Record<Spelled, RegExp> = {
  words: new RegExp(`[^\\s<>"(),;[\\]{}]{1,64}\\s{0,3}(?:${openBracket})?$`, "u"),
  numbers: new RegExp(`\\d[\\d.]{0,14}\\s{0,3}(?:${openBracket})?$`, "u"),
};
const bracket = new RegExp(`${openBracket}$`, "u");
/** An address that needs no more signs. */
const complete = new RegExp(`@[^\\s@]+\\.\\p{L}{2,}\\s{0,3}(?:${openBracket})?$`, "u");

/** Returns the start of a word that a spelled-out sign may still follow; the length of the text if there is none. */
export function signTail(text: string, kind: Spelled): number {
  const from = Math.max(0, text.length - 96);
  const end = text.slice(from);
  const word = complete.test(end) ? null : tails[kind].exec(end);
  const found = word ?? bracket.exec(end);
  return found ? from + found.index : text.length;
}

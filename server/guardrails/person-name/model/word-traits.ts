import { hashOf } from "../../model/hashing.ts";
import type { Word } from "../runs.ts";
import { brand, functionWord, placeLead, thingName, thingWord, title } from "../surroundings.ts";

/** Returns the known facts about a word, as bits: the lists that contain it and its form. */
export function traitsOf({ known, text, initial, capitals }: Word): number {
  return (listsOf(known.folded, known) << 4) | formOf(text, initial, capitals);
}

/** Returns only the lists: given, family, word, place, function word of another language. */
export function listBitsOf(known: Word["known"]): number {
  return (
    (known.given ? 1 : 0) |
    (known.family ? 2 : 0) |
    (known.word ? 4 : 0) |
    (known.place ? 8 : 0) |
    (known.foreign ? 16 : 0)
  );
}

function listsOf(folded: string, known: Word["known"]): number {
  return (
    listBitsOf(known) |
    (thingWord.has(folded) ? 32 : 0) |
    (functionWord.has(folded) ? 64 : 0) |
    (brand.has(folded) || thingName.has(folded) ? 128 : 0) |
    (placeLead.has(folded) ? 256 : 0) |
    (folded.length < 11 && title.test(`${folded} `) ? 512 : 0)
  );
}

function formOf(text: string, initial: boolean, capitals: boolean): number {
  if (initial) return 1;
  if (capitals) return text.length < 4 ? 2 : 3;
  if (text.includes("-")) return 4;
  if (/['’`]/.test(text)) return 5;
  if (/\p{Ll}\p{Lu}/u.test(text)) return 6;
  return text.length < 3 ? 7 : /[^\0-\x7f]/.test(text) ? (/\p{Script=Latin}/u.test(text) ? 8 : 9) : 0;
}

const [whole, head, tail, inner] = [0x4a01, 0x4a02, 0x4a03, 0x4a04];

/** Visits the letters of a word in lower case without accents: the word, its beginnings, its endings and its parts. */
export function visitLetters(folded: string, visit: (one: number, other: number, value: number) => void): void {
  const text = `<${folded.slice(0, 20)}>`;
  visit(whole, hashOf(text, 0, text.length), 1);
  for (let length = 3; length <= 4 && length < text.length; length += 1) {
    visit(head, hashOf(text, 0, length), 0.5);
    for (let from = 1; from + length < text.length; from += 1) visit(inner, hashOf(text, from, from + length), 0.25);
  }
  for (let length = 3; length <= 6 && length < text.length; length += 1)
    visit(tail, hashOf(text, text.length - length, text.length), 0.5);
}

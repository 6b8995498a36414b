import { smallTail } from "./small-names.ts";

/** How far the text after a name is read, in UTF-16 units. */
const lookAhead = 50;
/** The maximum length of a row of words that is one name. */
const rowLength = 140;

const opening =
  /(?:[\p{Lu}@#]|RT @|[\u0590-\u06ff\u0900-\u0eff\u1000-\u10ff\u1200-\u137f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])/u;
const introducing =
  /(?:my (?:full )?name is|i am called|je m'appelle|me llamo|mi nombre es|ich hei(?:ß|ss)e|mein name ist|mi chiamo|meu nome é)\s[^\n]{0,48}$/i;

/** Returns the start of the first word that may still become a name, or that the text after it may still affect. */
export function findStableEnd(text: string): number {
  const from = Math.max(0, text.length - lookAhead);
  const first = text.slice(from).search(opening);
  const word = first < 0 ? text.length : rowStart(text, from + first);
  const introduced = text.slice(-90).search(introducing);
  const tail = Math.min(first < 0 ? trailingWord(text) : word, smallTail(text));
  return introduced < 0 ? Math.min(word, tail) : Math.min(word, tail, Math.max(0, text.length - 90) + introduced);
}

/** Returns the start of the last word, which may be incomplete. */
function trailingWord(text: string): number {
  return text.length - (/[\p{L}\p{M}\p{N}'’_@-]{0,40}$/u.exec(text.slice(-40))?.[0].length ?? 0);
}

const trailingCharacters = /[\p{L}\p{M}\p{N}.'’"()_@-]+ ?$/u;
const lowerWord = /^\p{Ll}{4,}/u;

/** Goes back over the capitalized words and particles before a word, because a row is scored as a whole. */
function rowStart(text: string, start: number): number {
  let begin = start;
  while (begin > 0 && start - begin < rowLength) {
    const word = trailingCharacters.exec(text.slice(Math.max(0, begin - 40), begin))?.[0];
    if (word === undefined || (lowerWord.test(word) && word.endsWith(" "))) break;
    begin -= word.length;
  }
  return begin;
}

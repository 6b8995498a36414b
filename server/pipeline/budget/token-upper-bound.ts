import { estimateTokenCount } from "tokenx";

// An estimate of plain prose may be too low by this factor (measured on English, German, code and Chinese: less than a
// fifth).
const TEXT_MARGIN = 1.3;

/**
 * Returns an upper bound for the tokens of a text. The estimator is made for prose: for digits, hashes, encoded bytes
 * and rare scripts it returns a third of the real count, so each kind of character is also counted separately.
 */
export function tokenUpperBound(text: string): number {
  return Math.max(Math.ceil(estimateTokenCount(text) * TEXT_MARGIN), Math.ceil(byKind(text)));
}

// Counts code units one by one: a regular expression takes ten times as long, and this blocks the event loop.
function byKind(text: string): number {
  let tokens = 0;
  let last = 0;
  let letters = 0;
  let vowels = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const isLetter = code < 128 && LETTER[code] === 1;
    // `getUserName` is three words.
    if (letters > 0 && (!isLetter || (isUpper(code) && !isUpper(last)))) {
      tokens += ofWord(letters, vowels);
      letters = vowels = 0;
    }
    if (isLetter) {
      letters += 1;
      vowels += VOWEL[code] as number;
    } else tokens += ofCharacter(code, last);
    last = code;
  }
  return letters > 0 ? tokens + ofWord(letters, vowels) : tokens;
}

const LETTER = tableOf("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
const VOWEL = tableOf("aeiouyAEIOUY");

function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(128);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}

/** Letters without a normal share of vowels are not a word, so tokenizers split them into short pieces. */
function ofWord(letters: number, vowels: number): number {
  if (letters <= 3) return 1;
  const isWord = vowels * 5 >= letters && vowels * 4 <= letters * 3;
  if (!isWord) return Math.ceil(letters / 1.5);
  return letters <= 12 ? Math.ceil(letters / 5) : letters / 3;
}

const SPACE = 32;

function ofCharacter(code: number, last: number): number {
  if (code > 127) return ofScript(code);
  if (code >= 48 && code <= 57) return 1;
  if (code === SPACE) return last === SPACE ? 0.25 : 0;
  return code === last ? 0.25 : 1;
}

/**
 * Returns the most tokens that current tokenizers make of a code unit in its script; its byte count for rare scripts.
 */
function ofScript(code: number): number {
  if (code < 0x0700) return 1;
  if (code >= 0x0900 && code < 0x0e80) return 2;
  if (code >= 0x2010 && code < 0x2027) return 1;
  const isCommon = (code >= 0x3000 && code < 0x3100) || (code >= 0x4e00 && code < 0xa000);
  if (isCommon || (code >= 0xac00 && code < 0xd7b0) || code >= 0xff00) return 1.5;
  return code >= 0xd800 && code < 0xe000 ? 2 : 3;
}

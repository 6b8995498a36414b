import { parseExactJson } from "./exact-json.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [LIST, RECORD] = [0x5b, 0x7b];
const [LIST_END, RECORD_END] = [0x5d, 0x7d];
const [ZERO, NINE, MINUS, PLUS, POINT] = [0x30, 0x39, 0x2d, 0x2b, 0x2e];
const [EXPONENT, LARGE_EXPONENT] = [0x65, 0x45];

/** More than any real request needs, and far less than a recursive walk has stack for. */
const MAX_LEVELS = 256;

/** A number with fewer characters is exact, unless it has an exponent. */
const LONG_NUMBER = 16;
/** Preserving one number takes two microseconds. Beyond this count, numbers are read as JavaScript reads them. */
const MAX_NUMBERS = 20_000;

/**
 * Parses JSON text. Rejects text nested so deeply that walking the value would exhaust the stack; the parser itself
 * would accept it. Numbers that JavaScript would change are still written as they were (`exact-numbers.ts`). Throws
 * SyntaxError.
 */
export function parseShallowJson(bytes: Buffer): unknown {
  const numbers = longNumbers(bytes);
  const isExact = numbers && numbers.length <= 2 * MAX_NUMBERS;
  return isExact ? parseExactJson(bytes, numbers) : JSON.parse(bytes.toString("utf8"));
}

// May match too much: matches inside strings only cost time.
const MAYBE_LONG = /[:,[]\s*-?(?:\d[\d.]{14}|[\d.]+[eE])/;

/** Returns whether a JSON text may contain a number that JavaScript would change. */
export function mayHoldLongNumbers(text: string): boolean {
  return MAYBE_LONG.test(text);
}

/** Like JSON.parse, but preserves numbers for writing. */
export function parseJsonText(text: string): unknown {
  return MAYBE_LONG.test(text) ? parseShallowJson(Buffer.from(text)) : JSON.parse(text);
}

/**
 * Returns the positions of numbers that JavaScript may change, as pairs of start and end; undefined if there are none.
 */
function longNumbers(bytes: Buffer): number[] | undefined {
  let depth = 0;
  let found: number[] | undefined;
  for (let at = 0; at < bytes.byteLength; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (byte === LIST_END || byte === RECORD_END) depth -= 1;
    else if (byte === LIST || byte === RECORD) {
      if (++depth > MAX_LEVELS) throw new SyntaxError(`it is nested deeper than ${MAX_LEVELS} levels`);
    } else if (byte === MINUS || (byte >= ZERO && byte <= NINE)) {
      const start = at;
      const end = endOfNumber(bytes, at);
      at = Math.abs(end) - 1;
      if (end > 0 && end - start < LONG_NUMBER) continue;
      found ??= [];
      found.push(start, at + 1);
    }
  }
  return found;
}

/** Returns the end of the number that starts at `start`; negative for one with an exponent. */
function endOfNumber(bytes: Buffer, start: number): number {
  let hasExponent = false;
  let end = start + 1;
  for (; end < bytes.byteLength; end++) {
    const byte = bytes[end] as number;
    if (byte === EXPONENT || byte === LARGE_EXPONENT) hasExponent = true;
    else if ((byte < ZERO || byte > NINE) && byte !== POINT && byte !== MINUS && byte !== PLUS) break;
  }
  return hasExponent ? -end : end;
}

/** Length up to which reading each byte costs less than a native search; most texts are shorter. */
const SHORT_BYTES = 64;

/** Returns the position of the quote that ends the text starting at `start`; the end of the bytes if there is none. */
function endOfText(bytes: Buffer, start: number): number {
  const near = Math.min(start + SHORT_BYTES, bytes.byteLength);
  let at = start + 1;
  for (; at < near; at++) {
    if (bytes[at] === QUOTE) return at;
    if (bytes[at] === BACKSLASH) at += 1;
  }
  for (let end = bytes.indexOf(QUOTE, at); end >= 0; end = bytes.indexOf(QUOTE, end + 1)) {
    let slashes = 0;
    while (end - 1 - slashes >= at && bytes[end - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return bytes.byteLength;
}

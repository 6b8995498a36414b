import { parseExactJson } from "./exact-json.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [LIST, RECORD] = [0x5b, 0x7b];
const [LIST_END, RECORD_END] = [0x5d, 0x7d];
const [ZERO, NINE, MINUS, PLUS, POINT] = [0x30, 0x39, 0x2d, 0x2b, 0x2e];
const [EXPONENT, LARGE_EXPONENT] = [0x65, 0x45];

/** More than anybody means, and far less than what a walk through the value has stack for. */
const MOST_LEVELS = 256;

/** A number of fewer characters is what was written, but for one with an exponent. */
const LONG_NUMBER = 16;
/** Each takes two microseconds. Who sends more of them gets them as JavaScript reads them. */
const MOST_NUMBERS = 20_000;

/**
 * Parses JSON text. What is nested so deep that going through it would end the stack is refused as if it were no JSON:
 * the parser itself does not mind. A number that is another one to JavaScript is still written as it was
 * (`exact-numbers.ts`). Throws SyntaxError.
 */
export function parseShallowJson(bytes: Buffer): unknown {
  const numbers = longNumbers(bytes);
  const isExact = numbers && numbers.length <= 2 * MOST_NUMBERS;
  return isExact ? parseExactJson(bytes, numbers) : JSON.parse(bytes.toString("utf8"));
}

// Reads more than it has to: what stands in strings is found too, and only takes longer.
const MAYBE_LONG = /[:,[]\s*-?(?:\d[\d.]{14}|[\d.]+[eE])/;

/** May a JSON text hold a number that is another one to JavaScript? */
export function mayHoldLongNumbers(text: string): boolean {
  return MAYBE_LONG.test(text);
}

/** As JSON.parse, but that numbers are written again as they were. */
export function parseJsonText(text: string): unknown {
  return MAYBE_LONG.test(text) ? parseShallowJson(Buffer.from(text)) : JSON.parse(text);
}

/** The places of numbers that may be other ones to JavaScript, as pairs of start and end; undefined where there are none. */
function longNumbers(bytes: Buffer): number[] | undefined {
  let depth = 0;
  let found: number[] | undefined;
  for (let at = 0; at < bytes.byteLength; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (byte === LIST_END || byte === RECORD_END) depth -= 1;
    else if (byte === LIST || byte === RECORD) {
      if (++depth > MOST_LEVELS) throw new SyntaxError(`it is nested deeper than ${MOST_LEVELS} levels`);
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

/** Where the number ends that begins at `start`; below zero for one with an exponent. */
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

/** Most texts are so short that a search by the runtime costs more than looking at each byte. */
const SHORT_BYTES = 64;

/** Where the quote is that ends the text which begins at `start`; the end of all where there is none. */
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

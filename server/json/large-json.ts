import { isAscii } from "node:buffer";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createLifter } from "./json-lifter.ts";
import type { AsciiText } from "./json-pieces.ts";

const BACKSLASH = 0x5c;
/** Texts larger than this are joined in their own turn of the event loop. */
const LARGE_BYTES = 1024 * 1024;

/**
 * Parses JSON of many megabytes that is mostly long base64 texts, with turns of the event loop in between: parsing 50
 * MB at once would block it for 100 ms. Throws SyntaxError as JSON.parse does.
 */
export async function parseLargeJson(bytes: Buffer): Promise<unknown> {
  await nextTurn();
  const lifter = createLifter({ lifts: isPlainText });
  lifter.push(bytes);
  const { texts, valueWith } = lifter.end();
  const strings: string[] = [];
  for (const text of texts) {
    const whole = text.length === 1 ? (text[0] as Buffer) : Buffer.concat(text);
    if (whole.byteLength > LARGE_BYTES) await nextTurn();
    strings.push(whole.toString("latin1"));
  }
  return valueWith((at) => strings[at]);
}

/** Creates a parser for JSON that arrives in pieces; long base64 texts remain bytes (`AsciiText`). */
export function asciiParser(): { push(bytes: Buffer): void; value(): unknown } {
  const lifter = createLifter({ lifts: isPlainText });
  return {
    push: lifter.push,
    /** Throws SyntaxError as JSON.parse does. */
    value() {
      const { texts, valueWith } = lifter.end();
      return valueWith((at): AsciiText | undefined => texts[at] && { ascii: texts[at] });
    },
  };
}

function isPlainText(text: readonly Buffer[]): boolean {
  return text.every(isPlain);
}

/** Returns whether the text needs no unescaping. JSON does not allow unescaped line breaks. */
function isPlain(text: Buffer): boolean {
  return !text.includes(BACKSLASH) && !text.includes(0x0a) && !text.includes(0x0d) && isAscii(text);
}

import { isAscii } from "node:buffer";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { AsciiText } from "./json-pieces.ts";

/** A text of at least so many bytes is lifted out of JSON before it is parsed. */
const LONG_BYTES = 64 * 1024;
/** Finding texts costs more than parsing where there are many. */
const MOST_TEXTS = 20_000;

const MARK = "\0lifted:";

/**
 * Parses JSON of many megabytes of which long texts in base64 are the most, with turns of the event loop between: 50 MB
 * at once would hold it for 100 ms. Throws SyntaxError as JSON.parse does.
 */
export async function parseLargeJson(bytes: Buffer): Promise<unknown> {
  await nextTurn();
  const lifter = createLifter();
  lifter.push(bytes);
  const { value, texts } = lifter.end();
  const strings: string[] = [];
  for (const text of texts) {
    const whole = text.length === 1 ? (text[0] as Buffer) : Buffer.concat(text);
    if (whole.byteLength > 1024 * 1024) await nextTurn();
    strings.push(whole.toString("latin1"));
  }
  return restored(value, (at) => strings[at]);
}

/** Parses JSON that comes in pieces, whose long texts in base64 stay bytes (`AsciiText`). */
export function asciiParser(): { push(bytes: Buffer): void; value(): unknown } {
  const lifter = createLifter();
  return {
    push: lifter.push,
    /** Throws SyntaxError as JSON.parse does. */
    value() {
      const { value, texts } = lifter.end();
      return restored(value, (at): AsciiText | undefined => texts[at] && { ascii: texts[at] });
    },
  };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const BLANKS: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0a, 0x0d]);
const QUOTES = Buffer.of(QUOTE);

/** Parts long texts from the rest, piece by piece, looking at each byte once and by native searches. */
function createLifter() {
  const kept: Buffer[] = [];
  const texts: Buffer[][] = [];
  let count = 0;
  let isInside = false;
  let text: Buffer[] = [];
  /** Does the part of the text before this piece end in an odd number of backslashes? */
  let isEscaped = false;
  /** A long text that is none of these if a colon follows: then it is the name of a field. */
  let ended: Buffer[] | undefined;

  // One by one: there may be more pieces than a call takes arguments.
  const keepText = (pieces: readonly Buffer[]) => {
    kept.push(QUOTES);
    for (const piece of pieces) kept.push(piece);
    kept.push(QUOTES);
  };
  const settle = (isName: boolean) => {
    if (!ended) return;
    if (isName) keepText(ended);
    else kept.push(Buffer.from(JSON.stringify(`${MARK}${texts.push(ended) - 1}`)));
    ended = undefined;
  };
  const endText = () => {
    isInside = false;
    if (isLong(text) && text.every(isPlain)) ended = text;
    else keepText(text);
    text = [];
  };
  const push = (bytes: Buffer) => {
    for (let at = 0; at < bytes.length; ) {
      if (isInside) {
        const end = endOfText(bytes, at, isEscaped);
        if (end < 0) {
          const part = bytes.subarray(at);
          isEscaped = endsEscaped(part, isEscaped);
          text.push(part);
          return;
        }
        text.push(bytes.subarray(at, end));
        isEscaped = false;
        at = end + 1;
        endText();
        continue;
      }
      if (ended) {
        while (BLANKS.has(bytes[at])) at += 1;
        if (at >= bytes.length) return;
        settle(bytes[at] === COLON);
      }
      const quote = count < MOST_TEXTS ? bytes.indexOf(QUOTE, at) : -1;
      kept.push(bytes.subarray(at, quote < 0 ? bytes.length : quote));
      isInside = quote >= 0;
      if (!isInside) return;
      count += 1;
      at = quote + 1;
    }
  };
  return {
    push,
    end() {
      settle(false);
      if (isInside) kept.push(QUOTES);
      return { value: JSON.parse(Buffer.concat(kept).toString("utf8")) as unknown, texts };
    },
  };
}

/** Where the quote is that ends a text: the next before which there is no odd number of backslashes; -1: not here. */
function endOfText(bytes: Buffer, from: number, isEscaped: boolean): number {
  for (let end = bytes.indexOf(QUOTE, from); end >= 0; end = bytes.indexOf(QUOTE, end + 1)) {
    if (!endsEscaped(bytes.subarray(from, end), isEscaped)) return end;
  }
  return -1;
}

/** Is what comes after a part escaped? `isEscaped`: so was what the part begins with. */
function endsEscaped(part: Buffer, isEscaped: boolean): boolean {
  let slashes = 0;
  while (slashes < part.length && part[part.length - 1 - slashes] === BACKSLASH) slashes += 1;
  return (slashes + (slashes === part.length && isEscaped ? 1 : 0)) % 2 === 1;
}

function isLong(text: readonly Buffer[]): boolean {
  return text.reduce((sum, { length }) => sum + length, 0) >= LONG_BYTES;
}

/** Is it, byte for byte, the text that JSON says? Line ends are none that JSON allows. */
function isPlain(text: Buffer): boolean {
  return !text.includes(BACKSLASH) && !text.includes(0x0a) && !text.includes(0x0d) && isAscii(text);
}

/** The value with its texts in place of their marks. */
function restored(value: unknown, textAt: (at: number) => unknown): unknown {
  const root = { value };
  restore(root, textAt);
  return root.value;
}

function restore(holder: object, textAt: (at: number) => unknown): void {
  const entries = holder as Record<string, unknown>;
  for (const [key, value] of Object.entries(entries)) {
    if (typeof value === "string") {
      if (value.startsWith(MARK)) entries[key] = textAt(Number(value.slice(MARK.length))) ?? value;
    } else if (typeof value === "object" && value !== null) restore(value, textAt);
  }
}

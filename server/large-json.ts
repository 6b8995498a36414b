import { isAscii } from "node:buffer";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { AsciiText } from "./json-pieces.ts";

/** A text of at least so many bytes is lifted out of JSON before it is parsed. */
const LONG_BYTES = 64 * 1024;
/** Finding texts costs more than parsing where there are many. */
const MOST_TEXTS = 20_000;

const MARK = "\0lifted:";

type Lifted = { json: string; texts: Buffer[] };

/**
 * Parses JSON of many megabytes of which long texts in base64 are the most, with turns of the event loop between: 50 MB
 * at once would hold it for 100 ms. Throws SyntaxError as JSON.parse does.
 */
export async function parseLargeJson(bytes: Buffer): Promise<unknown> {
  await nextTurn();
  const { json, texts } = lift(bytes);
  const root = { value: JSON.parse(json) as unknown };
  if (texts.length === 0) return root.value;
  const strings: string[] = [];
  for (const text of texts) {
    if (text.byteLength > 1024 * 1024) await nextTurn();
    strings.push(text.toString("latin1"));
  }
  restore(root, (at) => strings[at]);
  return root.value;
}

/** Parses JSON whose long texts in base64 stay bytes (`AsciiText`). Throws SyntaxError as JSON.parse does. */
export function parseWithAscii(bytes: Buffer): unknown {
  const { json, texts } = lift(bytes);
  const root = { value: JSON.parse(json) as unknown };
  if (texts.length > 0) restore(root, (at): AsciiText | undefined => texts[at] && { ascii: texts[at] });
  return root.value;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function lift(bytes: Buffer): Lifted {
  const kept: Buffer[] = [];
  const texts: Buffer[] = [];
  let keptTo = 0;
  let start = bytes.indexOf(QUOTE);
  for (let count = 0; start >= 0 && count < MOST_TEXTS; count += 1) {
    const end = endOfText(bytes, start + 1);
    if (end < 0) break;
    const text = bytes.subarray(start + 1, end);
    if (text.byteLength >= LONG_BYTES && isPlain(text) && !isKey(bytes, end + 1)) {
      kept.push(bytes.subarray(keptTo, start), Buffer.from(JSON.stringify(`${MARK}${texts.length}`)));
      texts.push(text);
      keptTo = end + 1;
    }
    start = bytes.indexOf(QUOTE, end + 1);
  }
  return { json: Buffer.concat([...kept, bytes.subarray(keptTo)]).toString("utf8"), texts };
}

const COLON = 0x3a;
const BLANKS: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** Is the text that ended before `at` the name of a field? */
function isKey(bytes: Buffer, at: number): boolean {
  let next = at;
  while (BLANKS.has(bytes[next])) next += 1;
  return bytes[next] === COLON;
}

/** Where the quote is that ends a text: the next before which there is no odd number of backslashes. */
function endOfText(bytes: Buffer, from: number): number {
  for (let end = bytes.indexOf(QUOTE, from); end >= 0; end = bytes.indexOf(QUOTE, end + 1)) {
    let slashes = 0;
    while (bytes[end - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return -1;
}

/** Is it, byte for byte, the text that JSON says? Line ends are none that JSON allows. */
function isPlain(text: Buffer): boolean {
  return !text.includes(BACKSLASH) && !text.includes(0x0a) && !text.includes(0x0d) && isAscii(text);
}

function restore(holder: object, textAt: (at: number) => unknown): void {
  const entries = holder as Record<string, unknown>;
  for (const [key, value] of Object.entries(entries)) {
    if (typeof value === "string") {
      if (value.startsWith(MARK)) entries[key] = textAt(Number(value.slice(MARK.length))) ?? value;
    } else if (typeof value === "object" && value !== null) restore(value, textAt);
  }
}

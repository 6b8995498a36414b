import type { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { HttpError } from "#server/errors.ts";
import { parseJson } from "./body.ts";

/** A string too long to be handled in one go: what stood between its quotes, as it came. */
export type LongString = { isLong: true; chunks: readonly Buffer[]; sizeBytes: number };

const LONG_BYTES = 64 * 1024;
/** What may stand beside the long strings of a body. */
const MOST_OTHER_BYTES = 4 * 1024 * 1024;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Reads a JSON body whose long strings, such as files in base64, are never one string: parsing 50 MB takes a tenth of
 * a second in which nobody else is served. They stand in the value as `LongString`. Throws 413 past `maxBytes`, and 400
 * for what is no JSON or breaks off.
 */
export async function readLongJson(source: Readable, maxBytes: number): Promise<unknown> {
  const scanner = createScanner();
  let sizeBytes = 0;
  try {
    for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > maxBytes) throw new HttpError(413, `Request payload too large: at most ${maxBytes} bytes`);
      scanner.push(chunk);
    }
  } catch (thrown) {
    source.on("error", () => undefined).resume();
    throw thrown instanceof HttpError ? thrown : new HttpError(400, "The request body was cut off");
  }
  return scanner.value();
}

export function isLongString(value: unknown): value is LongString {
  return typeof value === "object" && value !== null && (value as LongString).isLong === true;
}

/** The bytes of base64, in pieces, with turns of the event loop between them. Throws 400 for what is no base64. */
export async function* decodeBase64({ chunks }: Pick<LongString, "chunks">, what: string): AsyncGenerator<Buffer> {
  let rest = "";
  let isPadded = false;
  for (const [index, chunk] of chunks.entries()) {
    const escaped = rest + chunk.toString("latin1");
    // What JSON may escape in base64: some write every slash so, and some break its lines.
    const isCut = escaped.endsWith("\\");
    const text = unescaped(isCut ? escaped.slice(0, -1) : escaped);
    const isLast = index === chunks.length - 1;
    const usable = isLast ? text.length : text.length - (text.length % 4);
    rest = text.slice(usable) + (isCut ? "\\" : "");
    const quads = text.slice(0, usable);
    const bytes = Buffer.from(quads, "base64");
    if (isPadded || (isLast && isCut) || bytes.byteLength !== decodedLength(quads)) {
      throw new HttpError(400, `Invalid request: ${what}: not base64`);
    }
    isPadded = quads.endsWith("=");
    if (bytes.byteLength > 0) yield bytes;
    if (index % 16 === 15) await nextTurn();
  }
}

function unescaped(text: string): string {
  return text.includes("\\") ? text.replaceAll("\\/", "/").replaceAll("\\n", "").replaceAll("\\r", "") : text;
}

/** Of base64 that holds nothing else; -1 where no bytes are written so. */
function decodedLength(quads: string): number {
  const padding = quads.endsWith("==") ? 2 : quads.endsWith("=") ? 1 : 0;
  const digits = quads.length - padding;
  const isWhole = padding > 0 ? quads.length % 4 === 0 : digits % 4 !== 1;
  return isWhole ? Math.floor((digits * 3) / 4) : -1;
}

/** Parts long strings from the rest, chunk by chunk, by native searches alone. */
function createScanner() {
  const others: Buffer[] = [];
  const long: LongString[] = [];
  let othersBytes = 0;
  let string: Buffer[] = [];
  let stringBytes = 0;
  let isInside = false;
  /** The next character is escaped. */
  let isEscaped = false;

  const keep = (bytes: Buffer) => {
    othersBytes += bytes.byteLength;
    if (othersBytes > MOST_OTHER_BYTES) {
      throw new HttpError(413, `Request payload too large: at most ${MOST_OTHER_BYTES} bytes beside its files`);
    }
    others.push(bytes);
  };
  const endString = () => {
    if (stringBytes > LONG_BYTES) {
      keep(Buffer.from(placeholder(long.length)));
      long.push({ isLong: true, chunks: string, sizeBytes: stringBytes });
    } else for (const part of string) keep(part);
    string = [];
    stringBytes = 0;
    isInside = false;
  };

  return {
    push(chunk: Buffer): void {
      const quotes = finder(chunk, QUOTE);
      const backslashes = finder(chunk, BACKSLASH);
      let at = 0;
      while (at < chunk.length) {
        if (!isInside) {
          const quote = quotes(at);
          keep(chunk.subarray(at, quote + 1));
          at = quote + 1;
          isInside = quote < chunk.length;
          continue;
        }
        const from = at;
        if (isEscaped) at += 1;
        isEscaped = false;
        while (at < chunk.length && backslashes(at) < quotes(at)) {
          at = backslashes(at) + 2;
          isEscaped = at > chunk.length;
        }
        const end = isEscaped ? chunk.length : quotes(at);
        string.push(chunk.subarray(from, end));
        stringBytes += end - from;
        at = end + 1;
        if (end >= chunk.length) continue;
        endString();
        keep(chunk.subarray(end, at));
      }
    },
    async value(): Promise<unknown> {
      if (isInside) throw new HttpError(400, "The request body is not valid JSON: a string does not end");
      const text = Buffer.concat(others, othersBytes);
      const parsed = await parseJson(text);
      if (long.length === 0) return parsed;
      const known = new Map(long.map((value, index) => [placeholder(index), value]));
      return withValues(parsed, known);
    },
  };
}

function placeholder(index: number): string {
  return `long string ${index} of this body`;
}

/** Where a byte comes next; each search goes on from the one before. */
function finder(chunk: Buffer, byte: number): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) found = chunk.indexOf(byte, from);
    if (found < 0) found = chunk.length;
    return found;
  };
}

function withValues(value: unknown, known: ReadonlyMap<string, LongString>): unknown {
  if (typeof value === "string") return known.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => withValues(item, known));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withValues(inner, known)]));
}

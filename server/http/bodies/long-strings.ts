import type { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { HttpError } from "#server/errors.ts";
import { createLifter } from "#server/json/json-lifter.ts";
import { notJson } from "./body.ts";

/** A string too long to process at once: the raw bytes between its quotes. */
export type LongString = { isLong: true; chunks: readonly Buffer[] };

/** Maximum bytes of a body without its long strings. */
const MOST_OTHER_BYTES = 4 * 1024 * 1024;

/**
 * Reads a JSON body without creating its long strings, such as base64 files: parsing 50 MB would block the event loop
 * for 100 ms. They appear in the value as `LongString`. Throws 413 above `maxBytes`, and 400 for invalid or truncated
 * JSON. `hold` counts the bytes in memory and may throw.
 */
export async function readLongJson(
  source: Readable,
  maxBytes: number,
  hold?: (sizeBytes: number) => void,
): Promise<unknown> {
  const lifter = createLifter({ lifts: () => true, checkOthers });
  let sizeBytes = 0;
  try {
    for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > maxBytes) throw new HttpError(413, `Request payload too large: at most ${maxBytes} bytes`);
      hold?.(chunk.byteLength);
      lifter.push(chunk);
    }
  } catch (thrown) {
    source.on("error", () => undefined).resume();
    throw thrown instanceof HttpError ? thrown : new HttpError(400, "The request body was cut off");
  }
  if (sizeBytes === 0) throw new HttpError(400, "The request needs a JSON body");
  try {
    const { texts, valueWith } = lifter.end();
    return valueWith((at): LongString | undefined => texts[at] && { isLong: true, chunks: texts[at] });
  } catch (error) {
    throw notJson(error as Error);
  }
}

function checkOthers(sumBytes: number): void {
  if (sumBytes > MOST_OTHER_BYTES) {
    throw new HttpError(413, `Request payload too large: at most ${MOST_OTHER_BYTES} bytes besides its files`);
  }
}

export function isLongString(value: unknown): value is LongString {
  return typeof value === "object" && value !== null && (value as LongString).isLong === true;
}

/** Yields decoded base64 in pieces, with turns of the event loop in between. Throws 400 for invalid base64. */
export async function* decodeBase64({ chunks }: Pick<LongString, "chunks">, what: string): AsyncGenerator<Buffer> {
  let rest = "";
  let isPadded = false;
  for (const [index, chunk] of chunks.entries()) {
    const escaped = rest + chunk.toString("latin1");
    // Base64 in JSON may contain escapes: some clients escape every slash or break lines.
    const isCut = escaped.endsWith("\\");
    const text = unescapeBase64(isCut ? escaped.slice(0, -1) : escaped);
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

function unescapeBase64(text: string): string {
  return text.includes("\\") ? text.replaceAll("\\/", "/").replaceAll("\\n", "").replaceAll("\\r", "") : text;
}

/** Returns the decoded length of a text with only base64 characters; -1 if it is invalid. */
function decodedLength(quads: string): number {
  const padding = quads.endsWith("==") ? 2 : quads.endsWith("=") ? 1 : 0;
  const digits = quads.length - padding;
  const isWhole = padding > 0 ? quads.length % 4 === 0 : digits % 4 !== 1;
  return isWhole ? Math.floor((digits * 3) / 4) : -1;
}

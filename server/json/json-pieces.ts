import type { Push } from "../api-response.ts";

/** Plain ASCII text as bytes, in pieces. It is written to JSON as a string without ever being converted to one. */
export type AsciiText = { ascii: readonly Uint8Array[] };

export type JsonPiece = string | Uint8Array;

const MARK = "\0ascii:";
// Excludes quotes inside a text, which have a backslash before them.
const MARKED = /(?<!\\)"\\u0000ascii:(\d+)"/;

export function isAsciiText(value: unknown): value is AsciiText {
  return typeof value === "object" && value !== null && Array.isArray((value as AsciiText).ascii);
}

/**
 * Returns the JSON of a value in pieces, with its ASCII texts as bytes: otherwise 50 MB of base64 take 100 ms to write.
 */
export function jsonPieces(value: unknown): JsonPiece[] {
  const lifted: JsonPiece[][] = [];
  const mark = (pieces: JsonPiece[]) => `${MARK}${lifted.push(pieces) - 1}`;
  const json = JSON.stringify(value, (_key, inner: unknown) => {
    if (isAsciiText(inner)) return mark(['"', ...inner.ascii, '"']);
    // A text that looks like one of our marks becomes a piece of its own.
    return typeof inner === "string" && inner.startsWith(MARK) ? mark([JSON.stringify(inner)]) : inner;
  });
  if (lifted.length === 0) return [json];
  const parts = json.split(MARKED);
  return parts.flatMap((part, at) => (at % 2 === 1 ? (lifted[Number(part)] ?? []) : [part]));
}

const SLICE_BYTES = 256 * 1024;

/** Returns a body that pushes the JSON of a value no faster than it is read. */
export function pushJson(value: unknown): Push {
  const pieces = jsonPieces(value);
  return async (sink) => {
    for (const piece of pieces) {
      if (typeof piece === "string") {
        if (!sink.write(piece)) await sink.drained();
        continue;
      }
      for (let at = 0; at < piece.byteLength; at += SLICE_BYTES)
        if (!sink.write(piece.subarray(at, at + SLICE_BYTES))) await sink.drained();
    }
  };
}

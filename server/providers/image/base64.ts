import { setImmediate as nextTurn } from "node:timers/promises";
import type { AsciiText } from "#server/json/json-pieces.ts";

/** A whole number of base64 groups; about two milliseconds of work. */
const SLICE_BYTES = 3 * 1024 * 1024;

/** Encodes bytes as base64, with a turn of the event loop every few milliseconds. */
export async function toBase64(bytes: Uint8Array): Promise<AsciiText> {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ascii: Uint8Array[] = [];
  for (let at = 0; at < source.byteLength; at += SLICE_BYTES) {
    if (at > 0) await nextTurn();
    ascii.push(Buffer.from(source.toString("base64", at, at + SLICE_BYTES), "latin1"));
  }
  return { ascii };
}

/** Decodes base64 in the same way. */
export async function fromBase64(base64: string): Promise<Uint8Array> {
  const sliceLength = (SLICE_BYTES / 3) * 4;
  if (base64.length <= sliceLength) return Buffer.from(base64, "base64");
  const bytes = Buffer.allocUnsafe(Math.ceil((base64.length * 3) / 4));
  let written = 0;
  for (let at = 0; at < base64.length; at += sliceLength) {
    written += bytes.write(base64.slice(at, at + sliceLength), written, "base64");
    await nextTurn();
  }
  return bytes.subarray(0, written);
}

import { closeSync, openSync, readSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";

/** A line of a file, counted from 1. `text` is undefined for one that is too long to be the ledger's. */
export type NumberedLine = { number: number; text: string | undefined };

const CHUNK_BYTES = 1024 * 1024;
const LONGEST = 32 * 1024 * 1024;

/**
 * The lines of a journal's file, read in pieces: it may be larger than what fits into a string. A last line that was
 * cut in the middle of its writing is left out; zeros, which a file system may leave after a power cut, are passed over.
 */
export function* journalLines(file: string): Generator<NumberedLine, void, void> {
  const descriptor = openSync(file, "r");
  const decoder = new StringDecoder("utf8");
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let number = 0;
  let pending = "";
  let isTooLong = false;
  try {
    for (;;) {
      const size = readSync(descriptor, chunk);
      if (size === 0) return;
      const parts = decoder.write(chunk.subarray(0, size)).split("\n");
      for (const [index, part] of parts.entries()) {
        pending += part;
        isTooLong ||= pending.length > LONGEST;
        if (isTooLong) pending = "";
        if (index === parts.length - 1) continue;
        number += 1;
        const text = pending.replace(/^\0+/, "");
        if (isTooLong || text !== "") yield { number, text: isTooLong ? undefined : text };
        pending = "";
        isTooLong = false;
      }
    }
  } finally {
    closeSync(descriptor);
  }
}

import { closeSync, openSync, readSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";

/** A line of a file, numbered from 1. `text` is undefined if the line is too long to be the ledger's. */
export type NumberedLine = { number: number; text: string | undefined };

const CHUNK_BYTES = 1024 * 1024;
const LONGEST = 32 * 1024 * 1024;

/**
 * Yields the lines of a journal file, read in chunks because it may exceed the longest possible string. Drops an
 * incomplete last line and ignores zeros, which a file system may leave after a power failure.
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

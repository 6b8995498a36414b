import { binaryType } from "./binary-type.ts";
import { officeType } from "./office-type.ts";
import { createTextReader } from "./text-reader.ts";
import { textType } from "./text-type.ts";

/** Detects a file's media type from its bytes as they pass. */
export type KindReader = {
  push(chunk: Uint8Array): void;
  /** Returns the detected type; undefined for an empty file and for types we do not accept. */
  end(): string | undefined;
};

const HEAD_BYTES = 64 * 1024;
/** Enough for the central directory at the end of a large presentation. */
const TAIL_BYTES = 512 * 1024;

export function createKindReader(): KindReader {
  const head = Buffer.alloc(HEAD_BYTES);
  let headBytes = 0;
  let totalBytes = 0;
  const tail: Buffer[] = [];
  let tailBytes = 0;
  const text = createTextReader();

  const keepTail = (chunk: Buffer) => {
    tail.push(Buffer.from(chunk.subarray(-TAIL_BYTES)));
    tailBytes += (tail.at(-1) as Buffer).length;
    while (tailBytes - (tail[0] as Buffer).length >= TAIL_BYTES) tailBytes -= (tail.shift() as Buffer).length;
  };

  return {
    push(bytes) {
      const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      totalBytes += chunk.length;
      if (headBytes < HEAD_BYTES) headBytes += chunk.copy(head, headBytes);
      if (isArchive(head)) keepTail(chunk);
      text.push(chunk);
    },
    end() {
      if (totalBytes === 0) return undefined;
      const start = head.subarray(0, headBytes);
      if (isArchive(start)) return officeType(Buffer.concat(tail));
      const known = binaryType(start);
      if (known) return known;
      return text.end() ? textType(start.toString("utf8"), totalBytes > headBytes) : undefined;
    },
  };
}

function isArchive(start: Buffer): boolean {
  return start.subarray(0, 4).equals(ARCHIVE);
}

const ARCHIVE = Buffer.from("PK\x03\x04", "latin1");

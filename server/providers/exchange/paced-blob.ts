import { setImmediate as nextTurn } from "node:timers/promises";

/** Copying this much takes about a millisecond. */
const SLICE_BYTES = 2 * 1024 * 1024;

/** Returns a blob of pieces, copied with turns of the event loop in between; a blob of blobs copies nothing. */
export async function pacedBlob(pieces: readonly (string | Uint8Array)[], type: string): Promise<Blob> {
  const parts: BlobPart[] = [];
  let sinceTurnBytes = 0;
  for (const piece of pieces) {
    const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      const slice = bytes.subarray(at, at + SLICE_BYTES);
      parts.push(new Blob([slice as BlobPart]));
      sinceTurnBytes += slice.length;
      if (sinceTurnBytes < SLICE_BYTES) continue;
      sinceTurnBytes = 0;
      await nextTurn();
    }
  }
  return new Blob(parts, { type });
}

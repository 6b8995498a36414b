/** Marks a tag that contains spoken text, not lyrics. */
const DESCRIPTION = "spoken by local/flite";
const HEAD_BYTES = 10;
const UTF8 = 3;

/** Returns an ID3v2.4 tag with one frame of unsynchronized lyrics (USLT): the text spoken in the MP3 that follows. */
export function lyricsTag(text: string): Uint8Array {
  const content = Buffer.concat([Buffer.of(UTF8), Buffer.from(`eng${DESCRIPTION}\0${text}`)]);
  const frame = Buffer.concat([Buffer.from("USLT"), sizeOf(content.length), Buffer.of(0, 0), content]);
  return Buffer.concat([Buffer.from("ID3"), Buffer.of(4, 0, 0), sizeOf(frame.length), frame]);
}

/** Returns the text of such a tag and where the audio starts; undefined for a file without our tag. */
export function readLyricsTag(file: Uint8Array): { text: string; soundAt: number } | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.toString("latin1", 0, 3) !== "ID3" || bytes[3] !== 4 || bytes.length < 2 * HEAD_BYTES) return undefined;
  const soundAt = HEAD_BYTES + readSize(bytes, 6);
  const end = 2 * HEAD_BYTES + readSize(bytes, HEAD_BYTES + 4);
  if (bytes.toString("latin1", HEAD_BYTES, HEAD_BYTES + 4) !== "USLT" || end > bytes.length) return undefined;
  const content = bytes.toString("utf8", 2 * HEAD_BYTES + 1, end);
  const mark = `eng${DESCRIPTION}\0`;
  return content.startsWith(mark) ? { text: content.slice(mark.length), soundAt } : undefined;
}

/** Encodes a size in seven bits per byte, so that no size looks like the start of an audio frame. */
function sizeOf(bytes: number): Buffer {
  return Buffer.of((bytes >> 21) & 0x7f, (bytes >> 14) & 0x7f, (bytes >> 7) & 0x7f, bytes & 0x7f);
}

function readSize(bytes: Buffer, at: number): number {
  return [0, 1, 2, 3].reduce((size, index) => (size << 7) | ((bytes[at + index] ?? 0) & 0x7f), 0);
}

/** The line ends of a stream so far: a CR at the end of a chunk may be half of a CR LF. */
export type LineEnds = { isAfterReturn: boolean };

/**
 * Returns whether the lines of a chunk and of the bytes before it end in anything but all LF or all CR LF. A CR at the
 * end decides nothing yet.
 */
export function isOddAfter(before: string, chunk: Buffer): boolean {
  const text = before + chunk.toString("latin1");
  return text.includes("\r") && (/\r[^\n]/.test(text) || /[^\r]\n/.test(text));
}

/** Returns a chunk with each line end as one LF. */
export function toLineFeeds(chunk: Buffer, ends: LineEnds): Buffer {
  const text = chunk.toString("latin1");
  const rest = ends.isAfterReturn && text.startsWith("\n") ? text.slice(1) : text;
  if (text !== "") ends.isAfterReturn = text.endsWith("\r");
  return Buffer.from(rest.replace(/\r\n?/g, "\n"), "latin1");
}

const MARK = [0xef, 0xbb, 0xbf];

/** Returns the first bytes of a stream without a byte order mark. */
export function withoutMark(bytes: Buffer): Buffer {
  return MARK.every((byte, at) => bytes[at] === byte) ? bytes.subarray(MARK.length) : bytes;
}

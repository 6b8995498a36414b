/** How the lines of a stream have ended so far: a CR that ends a chunk may be half of what ends its line. */
export type LineEnds = { isAfterReturn: boolean };

/**
 * Do the lines of a chunk, and of the bytes before it, end in other ways than all in LF or all in CR LF? A CR at the end
 * says nothing yet.
 */
export function isOddAfter(before: string, chunk: Buffer): boolean {
  const text = before + chunk.toString("latin1");
  return text.includes("\r") && (/\r[^\n]/.test(text) || /[^\r]\n/.test(text));
}

/** A chunk with each line end as one LF, the same bytes otherwise. */
export function toLineFeeds(chunk: Buffer, ends: LineEnds): Buffer {
  const text = chunk.toString("latin1");
  const rest = ends.isAfterReturn && text.startsWith("\n") ? text.slice(1) : text;
  if (text !== "") ends.isAfterReturn = text.endsWith("\r");
  return Buffer.from(rest.replace(/\r\n?/g, "\n"), "latin1");
}

const MARK = [0xef, 0xbb, 0xbf];

/** The first bytes of a stream without the byte order mark that they may begin with. */
export function withoutMark(bytes: Buffer): Buffer {
  return MARK.every((byte, at) => bytes[at] === byte) ? bytes.subarray(MARK.length) : bytes;
}

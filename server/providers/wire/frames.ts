import { isOddAfter, type LineEnds, toLineFeeds, withoutMark } from "./line-ends.ts";

/**
 * Splits an SSE stream at event boundaries, however the upstream split its chunks. `push` returns the bytes of all
 * complete events, or undefined, and keeps the rest. Streams with bare CR or mixed line ends are converted to line
 * feeds (WHATWG allows all three).
 */
export type Frames = {
  push(chunk: Buffer): Buffer | undefined;
};

const LINE_FEED = 10;
const RETURN = 13;
const MAX_EVENT_BYTES = 64 * 1024 * 1024;

export function createFrames(): Frames {
  let keptChunks: Buffer[] = [];
  let keptBytes = 0;
  // The last kept bytes: the blank line that ends an event may itself be split between chunks.
  let seam = "";
  let isFirst = true;
  /** Set once the stream has bare CR or mixed line ends. */
  let lineEnds: LineEnds | undefined;

  const cut = (chunk: Buffer): Buffer | undefined => {
    const end = lastEnd(chunk, seam);
    if (end === 0) {
      const isOdd = !lineEnds && (chunk.includes(RETURN) || seam.includes("\r")) && isOddAfter(seam, chunk);
      keptChunks.push(chunk);
      keptBytes += chunk.byteLength;
      seam = (seam + chunk.subarray(-3).toString("latin1")).slice(-3);
      if (keptBytes > MAX_EVENT_BYTES) throw new Error("An event of the upstream's stream is too large");
      return isOdd ? again(Buffer.concat(keptChunks)) : undefined;
    }
    // Most chunks are whole events.
    if (end === chunk.byteLength && keptBytes === 0) return isFirst ? first(chunk) : chunk;
    const head = end === chunk.byteLength ? chunk : chunk.subarray(0, end);
    const whole = keptChunks.length === 0 ? head : Buffer.concat([...keptChunks, head]);
    keep(chunk.subarray(end));
    return isFirst ? first(whole) : whole;
  };
  const keep = (rest: Buffer) => {
    keptChunks = rest.byteLength > 0 ? [rest] : [];
    keptBytes = rest.byteLength;
    seam = rest.subarray(-3).toString("latin1");
  };
  /** Only the start of a stream is checked for line ends, so that later events cost nothing. */
  const first = (whole: Buffer): Buffer | undefined => {
    isFirst = false;
    const startBytes = withoutMark(whole);
    const isPlain = lineEnds || ![startBytes, ...keptChunks].some((part) => part.includes(RETURN));
    if (isPlain) return startBytes;
    const all = Buffer.concat([startBytes, ...keptChunks]);
    return isOddAfter("", all) ? again(all) : startBytes;
  };
  /** Reads the kept bytes again, and converts line ends to line feeds from here on. */
  const again = (bytes: Buffer): Buffer | undefined => {
    lineEnds = { isAfterReturn: false };
    keep(Buffer.alloc(0));
    return cut(toLineFeeds(bytes, lineEnds));
  };
  return { push: (chunk) => cut(lineEnds ? toLineFeeds(chunk, lineEnds) : chunk) };
}

/** Returns the index after the last blank line that ends an event in this chunk; 0 if there is none. */
function lastEnd(chunk: Buffer, seam: string): number {
  const length = chunk.byteLength;
  if (length > 1 && chunk[length - 1] === LINE_FEED && chunk[length - 2] === LINE_FEED) return length;
  const plain = chunk.lastIndexOf("\n\n");
  const lastBlank = chunk.lastIndexOf("\r\n\r\n");
  const end = Math.max(plain < 0 ? 0 : plain + 2, lastBlank < 0 ? 0 : lastBlank + 4);
  if (end > 0 || seam === "") return end;
  const seamBytes = seam + chunk.subarray(0, 3).toString("latin1");
  return Math.max(endOf(seamBytes, "\n\n"), endOf(seamBytes, "\r\n\r\n"), seam.length) - seam.length;
}

function endOf(text: string, mark: string): number {
  const at = text.indexOf(mark);
  return at < 0 ? 0 : at + mark.length;
}

/** Calls `take` with the data of each event in whole frames; several data lines of one event are joined. */
export function eachData(whole: Buffer, take: (data: string) => void): void {
  const text = whole.toString("utf8");
  let data: string | undefined;
  let start = 0;
  while (start < text.length) {
    let end = text.indexOf("\n", start);
    if (end < 0) end = text.length;
    const stop = text.charCodeAt(end - 1) === 13 ? end - 1 : end;
    if (stop <= start) {
      if (data !== undefined) take(data);
      data = undefined;
    } else if (text.startsWith("data:", start)) {
      const value = text.slice(text.charCodeAt(start + 5) === 32 ? start + 6 : start + 5, stop);
      data = data === undefined ? value : `${data}\n${value}`;
    }
    start = end + 1;
  }
  if (data !== undefined) take(data);
}

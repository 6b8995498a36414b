/**
 * Cuts a server-sent event stream at the ends of events, however the upstream split its chunks.
 * `push` returns the bytes of all events that are complete now, or undefined; the rest is kept.
 */
export type Frames = {
  push(chunk: Buffer): Buffer | undefined;
  /** Bytes of an event that never ended. */
  rest(): number;
};

const LINE_FEED = 10;
const MAX_EVENT_BYTES = 64 * 1024 * 1024;

export function createFrames(): Frames {
  let kept: Buffer[] = [];
  let keptBytes = 0;
  // The last bytes of what is kept: the blank line that ends an event may itself be split between chunks.
  let seam = "";
  return {
    push(chunk) {
      const end = lastEnd(chunk, seam);
      if (end === 0) {
        kept.push(chunk);
        keptBytes += chunk.byteLength;
        seam = (seam + chunk.subarray(-3).toString("latin1")).slice(-3);
        if (keptBytes > MAX_EVENT_BYTES) throw new Error("An event of the upstream's stream is too large");
        return undefined;
      }
      const head = end === chunk.byteLength ? chunk : chunk.subarray(0, end);
      const whole = kept.length === 0 ? head : Buffer.concat([...kept, head]);
      const tail = chunk.subarray(end);
      kept = tail.byteLength > 0 ? [tail] : [];
      keptBytes = tail.byteLength;
      seam = tail.subarray(-3).toString("latin1");
      return whole;
    },
    rest: () => keptBytes,
  };
}

/** Index after the last blank line that ends an event in this chunk; 0 when there is none. */
function lastEnd(chunk: Buffer, seam: string): number {
  const length = chunk.byteLength;
  // Most chunks are whole events.
  if (length > 1 && chunk[length - 1] === LINE_FEED && chunk[length - 2] === LINE_FEED) return length;
  const plain = chunk.lastIndexOf("\n\n");
  const carried = chunk.lastIndexOf("\r\n\r\n");
  const end = Math.max(plain < 0 ? 0 : plain + 2, carried < 0 ? 0 : carried + 4);
  if (end > 0 || seam === "") return end;
  const around = seam + chunk.subarray(0, 3).toString("latin1");
  return Math.max(endOf(around, "\n\n"), endOf(around, "\r\n\r\n"), seam.length) - seam.length;
}

function endOf(text: string, mark: string): number {
  const at = text.indexOf(mark);
  return at < 0 ? 0 : at + mark.length;
}

/** Calls back with the data of each event in whole frames; several data lines of one event are joined. */
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

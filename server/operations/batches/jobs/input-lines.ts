/** A line of a file: its place, and its bytes without the line break; undefined if it is too long. */
export type InputLine = { line: number; startByte: number; sizeBytes: number; bytes: Buffer | undefined };

const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** Splits bytes into lines. Holds one line in memory, and at most `maxBytes` of it. Lines without text are left out. */
export async function* inputLines(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<InputLine> {
  let line = 1;
  let startByte = 0;
  let sizeBytes = 0;
  let parts: Uint8Array[] = [];
  const add = (part: Uint8Array) => {
    sizeBytes += part.byteLength;
    if (sizeBytes <= maxBytes) parts.push(part);
    else parts = [];
  };
  const finish = (): InputLine | undefined => {
    const bytes = sizeBytes <= maxBytes ? withoutReturn(Buffer.concat(parts)) : undefined;
    const finished = { line, startByte, sizeBytes: bytes?.byteLength ?? sizeBytes, bytes };
    line += 1;
    startByte += sizeBytes + 1;
    sizeBytes = 0;
    parts = [];
    return bytes && isBlank(bytes) ? undefined : finished;
  };
  for await (const chunk of source) {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      add(chunk.subarray(from, at));
      from = at + 1;
      const finished = finish();
      if (finished) yield finished;
    }
    if (from < chunk.byteLength) add(chunk.subarray(from));
  }
  const last = sizeBytes > 0 ? finish() : undefined;
  if (last) yield last;
}

function withoutReturn(bytes: Buffer): Buffer {
  return bytes.at(-1) === RETURN ? bytes.subarray(0, -1) : bytes;
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09);
}

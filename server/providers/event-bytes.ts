const LINE_END = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const DATA = Buffer.from("data:");

/**
 * The data of each event of a stream, in bytes: pictures of many megabytes come in one line. Each byte is looked at
 * once, and a line is put together once, at its end. An event without its blank line is none.
 */
export async function* eventData({ body }: Response): AsyncGenerator<Buffer> {
  let line: Buffer[] = [];
  let data: Buffer[] = [];
  for await (const chunk of body ?? []) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = 0;
    for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, start)) {
      const whole = withoutReturn(Buffer.concat([...line, bytes.subarray(start, end)]));
      line = [];
      start = end + 1;
      if (whole.byteLength === 0) {
        if (data.length > 0) yield data.length === 1 ? (data[0] as Buffer) : joined(data);
        data = [];
      } else if (whole.subarray(0, DATA.byteLength).equals(DATA)) data.push(value(whole));
    }
    if (start < bytes.byteLength) line.push(bytes.subarray(start));
  }
}

function withoutReturn(line: Buffer): Buffer {
  return line.at(-1) === RETURN ? line.subarray(0, -1) : line;
}

function value(line: Buffer): Buffer {
  return line.subarray(DATA.byteLength + (line[DATA.byteLength] === SPACE ? 1 : 0));
}

function joined(lines: Buffer[]): Buffer {
  return Buffer.concat(lines.flatMap((line, at) => (at === 0 ? [line] : [Buffer.of(LINE_END), line])));
}

const LINE_END = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const FIELD = Buffer.from("data:");
const BREAK = Buffer.of(LINE_END);

/**
 * Yields the data of each SSE event as the received bytes: images of many megabytes arrive in one line, which is never
 * joined. Drops an event without its final blank line.
 */
export async function* eventData({ body }: Response): AsyncGenerator<Buffer[]> {
  let line: Buffer[] = [];
  let data: Buffer[] = [];
  for await (const { buffer, byteOffset, byteLength } of body ?? []) {
    const bytes = Buffer.from(buffer, byteOffset, byteLength);
    let start = 0;
    for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, start)) {
      const whole = trimLine([...line, bytes.subarray(start, end)]);
      line = [];
      start = end + 1;
      if (whole.length === 0) {
        if (data.length > 0) yield data;
        data = [];
      } else if (whole[0]?.subarray(0, FIELD.length).equals(FIELD)) {
        if (data.length > 0) data.push(BREAK);
        for (const piece of contentOf(whole)) data.push(piece);
      }
    }
    if (start < bytes.length) line.push(bytes.subarray(start));
  }
}

/** Returns a line without its line end, with the field name in one piece. */
function trimLine(pieces: readonly Buffer[]): Buffer[] {
  const some = pieces.filter(({ length }) => length > 0);
  const last = some.at(-1);
  if (last?.at(-1) === RETURN) {
    some.pop();
    if (last.length > 1) some.push(last.subarray(0, -1));
  }
  while (some.length > 1 && (some[0] as Buffer).length <= FIELD.length) {
    some.splice(0, 2, Buffer.concat(some.slice(0, 2)));
  }
  return some;
}

function contentOf([first, ...rest]: readonly Buffer[]): Buffer[] {
  const head = first as Buffer;
  return [head.subarray(FIELD.length + (head[FIELD.length] === SPACE ? 1 : 0)), ...rest];
}

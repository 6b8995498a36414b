const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [LIST, RECORD] = [0x5b, 0x7b];
const [LIST_END, RECORD_END] = [0x5d, 0x7d];

/** More than anybody means, and far less than what a walk through the value has stack for. */
const MOST_LEVELS = 256;

/**
 * Parses JSON text. What is nested so deep that going through it would end the stack is refused as if it were no JSON:
 * the parser itself does not mind. Throws SyntaxError.
 */
export function parseShallowJson(bytes: Buffer): unknown {
  if (isDeep(bytes)) throw new SyntaxError(`it is nested deeper than ${MOST_LEVELS} levels`);
  return JSON.parse(bytes.toString("utf8"));
}

function isDeep(bytes: Buffer): boolean {
  // A level takes two bytes at least.
  if (bytes.byteLength <= 2 * MOST_LEVELS) return false;
  let depth = 0;
  for (let at = 0; at < bytes.byteLength; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (byte === LIST_END || byte === RECORD_END) depth -= 1;
    else if ((byte === LIST || byte === RECORD) && ++depth > MOST_LEVELS) return true;
  }
  return false;
}

/** Most texts are so short that a search by the runtime costs more than looking at each byte. */
const SHORT_BYTES = 64;

/** Where the quote is that ends the text which begins at `start`; the end of all where there is none. */
function endOfText(bytes: Buffer, start: number): number {
  const near = Math.min(start + SHORT_BYTES, bytes.byteLength);
  let at = start + 1;
  for (; at < near; at++) {
    if (bytes[at] === QUOTE) return at;
    if (bytes[at] === BACKSLASH) at += 1;
  }
  for (let end = bytes.indexOf(QUOTE, at); end >= 0; end = bytes.indexOf(QUOTE, end + 1)) {
    let slashes = 0;
    while (end - 1 - slashes >= at && bytes[end - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return bytes.byteLength;
}

const MARK_BYTES = 1024;
const META = /<meta[^>]{1,200}charset\s*=\s*["']?\s*([\w.:-]+)/i;
const MARKS: readonly [string, readonly number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/**
 * Returns the encoding of a page by the rules of browsers (https://encoding.spec.whatwg.org): its byte order mark, the
 * charset of its Content-Type, its first `meta` element, otherwise UTF-8.
 */
export function encodingOf(data: Uint8Array, charset: string | undefined): string {
  const mark = MARKS.find(([, bytes]) => bytes.every((byte, at) => data[at] === byte));
  const start = Buffer.from(data.subarray(0, MARK_BYTES)).toString("latin1");
  const named = [mark?.[0], charset, META.exec(start)?.[1]].find((label) => label && isKnown(label));
  return named ?? "utf-8";
}

function isKnown(label: string): boolean {
  try {
    return new TextDecoder(label) !== undefined;
  } catch {
    return false;
  }
}

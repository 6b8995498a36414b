/** A text decoded from bytes, and how to encode it again. */
export type DecodedText = { text: string; encode: (text: string) => string };

/**
 * Decodes a base64 text file: as UTF-16 if it starts with a byte order mark or half of its bytes are zero, as UTF-8,
 * else as Latin-1, which accepts any bytes. It is encoded again in the same encoding.
 */
export function decodeText(base64: string): DecodedText {
  const bytes = Buffer.from(base64, "base64");
  const order = orderOf(bytes);
  if (order) return { text: utf16(bytes, order), encode: (text) => fromUtf16(text, order).toString("base64") };
  const text = utf8(bytes);
  if (text !== undefined) return { text, encode: (next) => Buffer.from(next, "utf8").toString("base64") };
  return { text: bytes.toString("latin1"), encode: (next) => Buffer.from(next, "latin1").toString("base64") };
}

/** Returns whether a file starts with a UTF-16 byte order mark. */
export function hasByteOrder(base64: string): boolean {
  return markOf(Buffer.from(base64.slice(0, 4), "base64")) !== undefined;
}

type Order = "little" | "big";

function orderOf(bytes: Buffer): Order | undefined {
  return markOf(bytes) ?? orderOfZeros(bytes.subarray(0, 512));
}

function markOf(bytes: Buffer): Order | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "little";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "big" : undefined;
}

/** Returns the byte order of ASCII in UTF-16, which has a zero in every second byte; undefined for other bytes. */
function orderOfZeros(bytes: Buffer): Order | undefined {
  if (bytes.length < 4 || bytes.length % 2 !== 0) return undefined;
  const zeros = (first: number) => bytes.filter((byte, at) => at % 2 === first && byte === 0).length;
  const many = bytes.length * 0.4;
  if (zeros(1) >= many) return "little";
  return zeros(0) >= many ? "big" : undefined;
}

function utf16(bytes: Buffer, order: Order): string {
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 2));
  return (order === "little" ? whole : Buffer.from(whole).swap16()).toString("utf16le");
}

function fromUtf16(text: string, order: Order): Buffer {
  const bytes = Buffer.from(text, "utf16le");
  return order === "little" ? bytes : bytes.swap16();
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function utf8(bytes: Buffer): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

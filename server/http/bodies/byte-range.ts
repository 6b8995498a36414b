/** The first and the last byte of a range, counted from zero. */
export type ByteSpan = { start: number; end: number };

/**
 * Returns the range of `sizeBytes` bytes that a Range header requests (RFC 9110, section 14); undefined for the whole
 * content, also for multiple ranges and invalid headers; `beyond` if no byte of the range exists.
 */
export function byteSpan(header: string | null, sizeBytes: number): ByteSpan | "beyond" | undefined {
  const [, first, last] = header?.match(/^bytes=(\d{0,16})-(\d{0,16})$/) ?? [];
  if (first === undefined || last === undefined || first + last === "") return undefined;
  if (first === "") return tail(Number(last), sizeBytes);
  const [start, wanted] = [Number(first), last === "" ? sizeBytes : Number(last)];
  if (wanted < start) return undefined;
  return start < sizeBytes ? { start, end: Math.min(wanted, sizeBytes - 1) } : "beyond";
}

function tail(count: number, sizeBytes: number): ByteSpan | "beyond" {
  if (count === 0 || sizeBytes === 0) return "beyond";
  return { start: Math.max(0, sizeBytes - count), end: sizeBytes - 1 };
}

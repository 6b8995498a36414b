import { isChanged, putNumber } from "./exact-numbers.ts";

/** A number in JSON syntax. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Control characters that JSON can write in only one form: if a text does not contain it, none of its strings contains
 * the character.
 */
const MARKS = ["\\u0000", "\\u0001", "\\u0002", "\\u0003", "\\u0004", "\\u0005", "\\u0006", "\\u0007"];

/**
 * Parses JSON and preserves the numbers at `places` (pairs of start and end) that JSON.parse would change: they are
 * written as they were read (`putNumber`). They are parsed as marks and restored in one walk; a reviver takes six times
 * as long if much else is parsed.
 */
export function parseExactJson(bytes: Buffer, places: readonly number[]): unknown {
  const mark = MARKS.find((one) => !bytes.includes(one));
  const sources: string[] = [];
  const pieces: string[] = [];
  let from = 0;
  for (let at = 0; at < places.length && mark !== undefined; at += 2) {
    const [start, end] = [places[at] as number, places[at + 1] as number];
    const source = bytes.toString("latin1", start, end);
    if (!NUMBER.test(source) || !isChanged(source)) continue;
    // JSON allows a list exactly where it allows a number, so invalid text stays invalid.
    pieces.push(bytes.toString("utf8", from, start), `["${mark}${sources.push(source) - 1}"]`);
    from = end;
  }
  const root = { value: JSON.parse(pieces.join("") + bytes.toString("utf8", from)) };
  if (mark !== undefined && sources.length > 0) restoreNumbers(root, JSON.parse(`"${mark}"`), sources);
  return root.value;
}

/** Replaces the marks with their numbers. */
function restoreNumbers(holder: object, mark: string, sources: readonly string[]): void {
  for (const key of Object.keys(holder)) {
    const value: unknown = (holder as Record<string, unknown>)[key];
    if (typeof value !== "object" || value === null) continue;
    const inner: unknown = Array.isArray(value) && value.length === 1 ? value[0] : undefined;
    if (typeof inner === "string" && inner.startsWith(mark)) {
      putNumber(holder, key, sources[Number(inner.slice(1))] as string);
    } else restoreNumbers(value, mark, sources);
  }
}

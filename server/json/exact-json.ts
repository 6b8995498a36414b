import { isChanged, putNumber } from "./exact-numbers.ts";

/** A number as JSON knows it. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Each has this one form in JSON. What does not stand in a text stands in none of its strings. */
const MARKS = ["\\u0000", "\\u0001", "\\u0002", "\\u0003", "\\u0004", "\\u0005", "\\u0006", "\\u0007"];

/**
 * Parses JSON of which the numbers at `places` (pairs of start and end) may be other ones to JSON.parse: they are
 * written as they were (`putNumber`). They are parsed as marks and put in their places by one walk: a reviver takes six
 * times as long where much else is parsed.
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
    // A list may stand wherever a number may, and nowhere else.
    pieces.push(bytes.toString("utf8", from, start), `["${mark}${sources.push(source) - 1}"]`);
    from = end;
  }
  const root = { value: JSON.parse(pieces.join("") + bytes.toString("utf8", from)) };
  if (mark !== undefined && sources.length > 0) settle(root, JSON.parse(`"${mark}"`), sources);
  return root.value;
}

/** Puts the numbers in the places of their marks. */
function settle(holder: object, mark: string, sources: readonly string[]): void {
  for (const key of Object.keys(holder)) {
    const value: unknown = (holder as Record<string, unknown>)[key];
    if (typeof value !== "object" || value === null) continue;
    const inner: unknown = Array.isArray(value) && value.length === 1 ? value[0] : undefined;
    if (typeof inner === "string" && inner.startsWith(mark)) {
      putNumber(holder, key, sources[Number(inner.slice(1))] as string);
    } else settle(value, mark, sources);
  }
}

/** JSON of a bounded size. `isWhole` false: only its start is left, which is not valid JSON. */
export type BoundedJson = { json: string; isCut: boolean; isWhole: boolean };

/** Maximum text lengths to try in turn; images and files are cut before text. */
const CAPS = [
  { text: Number.POSITIVE_INFINITY, media: Number.POSITIVE_INFINITY },
  { text: Number.POSITIVE_INFINITY, media: 64 },
  ...[196_608, 131_072, 65_536, 16_384, 4_096, 1_024, 256].map((text) => ({ text, media: 64 })),
];

/**
 * Returns JSON within a size, with texts as long as possible: the longest are cut first and marked as cut. `clean` runs
 * on each text before it is cut.
 */
export function boundedJson(value: unknown, limitBytes: number, clean: (text: string) => string): BoundedJson {
  let json = "";
  for (const caps of CAPS) {
    const attempt = written(value, limitBytes, caps, clean);
    json = attempt.json;
    if (attempt.isAll && Buffer.byteLength(json) <= limitBytes) return { json, isCut: attempt.isCut, isWhole: true };
  }
  return { json: cutToBytes(json, limitBytes), isCut: true, isWhole: false };
}

/** Returns the start of a text within a byte limit. */
export function cutToBytes(text: string, limitBytes: number): string {
  const bytes = Buffer.from(text);
  // Leaves out a character that was cut in two.
  return bytes.byteLength <= limitBytes
    ? text
    : bytes
        .subarray(0, limitBytes)
        .toString("utf8")
        .replace(/\uFFFD$/, "");
}

/** The start of a text that was cut, and the length it had; a whole text unchanged. */
export function readCut(text: string): { start: string; length: number } {
  const [mark, length] = CUT.exec(text.slice(-LONGEST_MARK)) ?? [];
  return mark === undefined
    ? { start: text, length: text.length }
    : { start: text.slice(0, -mark.length), length: Number(length) };
}

const CUT = /… \[cut, (\d{1,12}) characters\]$/;
const LONGEST_MARK = 40;

type Caps = (typeof CAPS)[number];

function written(value: unknown, limitBytes: number, caps: Caps, clean: (text: string) => string) {
  let isCut = false;
  let leftBytes = limitBytes;
  const json = JSON.stringify(value, (_key, inner: unknown) => {
    // Stop serializing once the limit is exceeded.
    if (leftBytes < 0) return undefined;
    leftBytes -= 2;
    if (typeof inner !== "string") return inner;
    const longest = Math.min(isMedia(inner) ? caps.media : caps.text, limitBytes);
    const text = clean(inner);
    const kept = text.length <= longest ? text : `${text.slice(0, longest)}… [cut, ${text.length} characters]`;
    if (kept !== text) isCut = true;
    leftBytes -= kept.length;
    return kept;
  });
  return { json, isCut, isAll: leftBytes >= 0 };
}

/** Returns whether a text is base64, with or without a data URL prefix. */
function isMedia(text: string): boolean {
  return text.length > 256 && /^(?:data:|[A-Za-z0-9+/=_-]{256})/.test(text.slice(0, 256));
}

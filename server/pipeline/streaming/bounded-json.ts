/** JSON of at most so many bytes. `isWhole` false: only its beginning is left, which is no JSON by itself. */
export type BoundedJson = { json: string; isCut: boolean; isWhole: boolean };

/** The longest texts that stay whole, by how much there is; pictures and files go before words. */
const CAPS = [
  { text: Number.POSITIVE_INFINITY, media: Number.POSITIVE_INFINITY },
  { text: Number.POSITIVE_INFINITY, media: 64 },
  ...[196_608, 131_072, 65_536, 16_384, 4_096, 1_024, 256].map((text) => ({ text, media: 64 })),
];

/**
 * JSON within a size, with every text as long as it can stay: the longest are cut first, and say so. `clean` is run on
 * every text before it is cut.
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

/** The beginning of a text, of at most so many bytes. */
export function cutToBytes(text: string, limitBytes: number): string {
  const bytes = Buffer.from(text);
  // A character that was cut in two is left out.
  return bytes.byteLength <= limitBytes
    ? text
    : bytes
        .subarray(0, limitBytes)
        .toString("utf8")
        .replace(/\uFFFD$/, "");
}

type Caps = (typeof CAPS)[number];

function written(value: unknown, limitBytes: number, caps: Caps, clean: (text: string) => string) {
  let isCut = false;
  let leftBytes = limitBytes;
  const json = JSON.stringify(value, (_key, inner: unknown) => {
    // Beyond the size the rest would be written for nothing.
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

/** Base64, with or without the head of a data URL. */
function isMedia(text: string): boolean {
  return text.length > 256 && /^(?:data:|[A-Za-z0-9+/=_-]{256})/.test(text.slice(0, 256));
}

import type { Body } from "#server/dialects/dialect.ts";

// Rough, and on the high side: what vendors make of media is theirs to say, and known after the call. Anthropic gives
// 1,500 to 3,000 tokens for a page, and up to 1,600 for an image; Gemini counts 32 for a second of sound.
const IMAGE_TOKENS = 3_000;
const PAGE_TOKENS = 3_000;
/** A scanned page has far more bytes, a page of text about a tenth. */
const BYTES_A_PAGE = 30_000;
const BYTES_AN_AUDIO_TOKEN = 250;
const BYTES_A_TOKEN = 4;

/** Tokens that the images, documents and sounds in a body may be counted as; its texts are counted elsewhere. */
export function mediaTokens(body: Body): number {
  return tokensIn(body.input) + tokensIn(body.messages);
}

function tokensIn(value: unknown): number {
  if (typeof value === "string") return tokensOfUrl(value);
  if (typeof value !== "object" || value === null) return 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + tokensIn(item), 0);
  const { type, media_type, data, format } = value as Body;
  if (type === "base64" && typeof media_type === "string" && typeof data === "string")
    return tokensOf(media_type, data);
  if (typeof format === "string" && typeof data === "string") return tokensOf(`audio/${format}`, data);
  return Object.values(value).reduce<number>((sum, item) => sum + tokensIn(item), 0);
}

function tokensOfUrl(text: string): number {
  if (!text.startsWith("data:")) return 0;
  const head = /^data:([\w.+-]+\/[\w.+-]+)(?:;[\w=-]+)*;base64,/.exec(text.slice(0, 200));
  return head ? tokensOf(head[1] as string, text.slice(head[0].length)) : 0;
}

function tokensOf(mediaType: string, base64: string): number {
  const sizeBytes = Math.floor((base64.length * 3) / 4);
  if (mediaType.startsWith("image/")) return IMAGE_TOKENS;
  if (mediaType.startsWith("audio/")) return Math.ceil(sizeBytes / BYTES_AN_AUDIO_TOKEN);
  if (mediaType === "application/pdf") return pagesOf(base64, sizeBytes) * PAGE_TOKENS;
  return Math.ceil(sizeBytes / BYTES_A_TOKEN);
}

/** What a PDF says of its pages where that is not compressed, else a guess by its size. */
function pagesOf(base64: string, sizeBytes: number): number {
  const text = Buffer.from(base64, "base64").toString("latin1");
  const told = text.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  return told || Math.ceil(sizeBytes / BYTES_A_PAGE);
}

import type { Body } from "#server/dialects/dialect.ts";

// Deliberately high estimates; the real count is known only after the request. Anthropic counts 1,500 to 3,000 tokens
// for a page and up to 1,600 for an image; Gemini counts 32 for a second of audio.
const IMAGE_TOKENS = 3_000;
const PAGE_TOKENS = 3_000;
/** A scanned page has far more bytes, a page of text about a tenth. */
const BYTES_A_PAGE = 30_000;
const BYTES_AN_AUDIO_TOKEN = 250;
const BYTES_A_TOKEN = 4;
/** Assumed pages of a document sent by URL. Longer documents are usually sent as bytes, which show their size. */
const REMOTE_PAGES = 30;

/** Returns the tokens that images, documents and audio in a body may count as. Texts are counted elsewhere. */
export function mediaTokens(body: Body): number {
  return tokensIn(body.input) + tokensIn(body.messages);
}

function tokensIn(value: unknown): number {
  const media = mediaTokensOf(value);
  if (media !== undefined || typeof value !== "object" || value === null) return media ?? 0;
  return Object.values(value).reduce<number>((sum, item) => sum + tokensIn(item), 0);
}

/** Returns the tokens of a value that holds the bytes of an image, a document or audio; undefined for anything else. */
export function mediaTokensOf(value: unknown): number | undefined {
  if (typeof value === "string") return tokensOfUrl(value);
  if (typeof value !== "object" || value === null) return undefined;
  const { type, media_type, data, format } = value as Body;
  if (type === "base64" && typeof media_type === "string" && typeof data === "string")
    return tokensOf(media_type, data);
  if (typeof format === "string" && typeof data === "string") return tokensOf(`audio/${format}`, data);
  return undefined;
}

/** Returns the assumed tokens of media that the provider fetches by URL or id, whose size we do not know. */
export function remoteTokensOf(part: Body): number {
  const { type, image_url, file_url, video_url } = part;
  const [image, source, file] = [recordOf(image_url), recordOf(part.source), recordOf(part.file)];
  const ownId = typeof type === "string" && type.startsWith("input_") ? part.file_id : undefined;
  const images = [image_url, image.url];
  const others = [file_url, video_url, recordOf(video_url).url, ownId, source.url, source.file_id, file.file_id];
  if (images.some(isRemote)) return IMAGE_TOKENS;
  if (!others.some(isRemote)) return 0;
  return String(type).includes("image") ? IMAGE_TOKENS : REMOTE_PAGES * PAGE_TOKENS;
}

function recordOf(value: unknown): Body {
  return typeof value === "object" && value !== null ? (value as Body) : {};
}

function isRemote(name: unknown): boolean {
  return typeof name === "string" && !name.startsWith("data:");
}

function tokensOfUrl(text: string): number | undefined {
  if (!text.startsWith("data:")) return undefined;
  const head = /^data:([\w.+-]+\/[\w.+-]+)(?:;[\w=-]+)*;base64,/.exec(text.slice(0, 200));
  return head ? tokensOf(head[1] as string, text.slice(head[0].length)) : undefined;
}

function tokensOf(mediaType: string, base64: string): number {
  const sizeBytes = Math.floor((base64.length * 3) / 4);
  if (mediaType.startsWith("image/")) return IMAGE_TOKENS;
  if (mediaType.startsWith("audio/")) return Math.ceil(sizeBytes / BYTES_AN_AUDIO_TOKEN);
  if (mediaType === "application/pdf") return pagesOf(base64, sizeBytes) * PAGE_TOKENS;
  return Math.ceil(sizeBytes / BYTES_A_TOKEN);
}

/** Returns the page count of a PDF from its uncompressed page objects, else a guess from its size. */
function pagesOf(base64: string, sizeBytes: number): number {
  const text = Buffer.from(base64, "base64").toString("latin1");
  const pages = text.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  return pages || Math.ceil(sizeBytes / BYTES_A_PAGE);
}

import { isUtf8 } from "node:buffer";
import { UpstreamError } from "#server/errors.ts";
import type { Family } from "../target.ts";

/** The media type of a file of unknown type. */
export const UNKNOWN_KIND = "application/octet-stream";

const OFFICE = "application/vnd.openxmlformats-officedocument";

const KIND_BY_EXTENSION: ReadonlyMap<string, string> = new Map([
  ["pdf", "application/pdf"],
  ["docx", `${OFFICE}.wordprocessingml.document`],
  ["xlsx", `${OFFICE}.spreadsheetml.sheet`],
  ["pptx", `${OFFICE}.presentationml.presentation`],
  ["doc", "application/msword"],
  ["xls", "application/vnd.ms-excel"],
  ["ppt", "application/vnd.ms-powerpoint"],
  ["odt", "application/vnd.oasis.opendocument.text"],
  ["rtf", "application/rtf"],
  ["epub", "application/epub+zip"],
  ["zip", "application/zip"],
  ["txt", "text/plain"],
  ["md", "text/markdown"],
  ["csv", "text/csv"],
  ["tsv", "text/tab-separated-values"],
  ["html", "text/html"],
  ["htm", "text/html"],
  ["xml", "application/xml"],
  ["json", "application/json"],
  ["yaml", "application/yaml"],
  ["yml", "application/yaml"],
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["mp3", "audio/mpeg"],
  ["wav", "audio/wav"],
  ["mp4", "video/mp4"],
]);

/** Returns the media type for a file name; `UNKNOWN_KIND` if the name does not show it. */
export function kindOfName(filename: string | undefined): string {
  const extension = filename?.slice(filename.lastIndexOf(".") + 1).toLowerCase() ?? "";
  return KIND_BY_EXTENSION.get(extension) ?? UNKNOWN_KIND;
}

/** First base64 characters by type, as far as the bytes of the type itself determine them. */
const BEGINNINGS: readonly (readonly [start: string, kind: string])[] = [
  ["JVBERi", "application/pdf"],
  ["iVBORw0KGg", "image/png"],
  ["/9j/", "image/jpeg"],
  ["R0lGODdh", "image/gif"],
  ["R0lGODlh", "image/gif"],
  ["SUQz", "audio/mpeg"],
];

/** Returns the media type of base64 bytes; `UNKNOWN_KIND` if they do not show it. */
export function kindOfBase64(data: string): string {
  const match = BEGINNINGS.find(([start]) => data.startsWith(start));
  return match ? match[1] : kindOfRest(Buffer.from(data, "base64"));
}

/** Does the same for raw bytes. */
export function kindOfBytes(data: Uint8Array): string {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const start = bytes.toString("base64", 0, 12);
  const match = BEGINNINGS.find(([beginning]) => start.startsWith(beginning));
  return match ? match[1] : kindOfRest(bytes);
}

function kindOfRest(bytes: Buffer): string {
  return riffKind(bytes) ?? (bytes.length > 0 && isUtf8(bytes) && !bytes.includes(0) ? "text/plain" : UNKNOWN_KIND);
}

function riffKind(bytes: Buffer): string | undefined {
  if (bytes.toString("latin1", 0, 4) !== "RIFF") return undefined;
  const form = bytes.toString("latin1", 8, 12);
  return form === "WEBP" ? "image/webp" : form === "WAVE" ? "audio/wav" : undefined;
}

/**
 * Returns the media type for a file in its provider's store. The provider knows the file, so in most cases the type
 * only separates images from other files. Gemini reads it and must not get a wrong one.
 */
export function storedKind(mediaType: string, family: Family): string {
  const isKnown = mediaType !== UNKNOWN_KIND && /\/[^*]/.test(mediaType);
  if (isKnown) return mediaType;
  if (family === "google") return UNKNOWN_KIND;
  return mediaType === UNKNOWN_KIND ? "application/pdf" : mediaType;
}

/** Returns a media type by its registered name: servers and clients also say `image/jpg`, which most providers reject. */
export function registeredKind(mediaType: string): string {
  return mediaType.toLowerCase() === "image/jpg" ? "image/jpeg" : mediaType;
}

/** Kinds of text under other types, as browsers and editors name them. */
const TEXT_KIND =
  /^text\/|^application\/(?:x-)?(?:json|jsonl|json-lines|ndjson|xml|yaml|toml|javascript|typescript|sql|sh)$|\+(?:json|xml|yaml)$/;
const TAKEN_KINDS: ReadonlySet<string> = new Set(["application/pdf", "application/rtf"]);

/**
 * Returns the media type under which a target accepts a file. Gemini and others accept any text, but only as plain text
 * (https://github.com/googleapis/python-genai/issues/744). Throws UpstreamError 400, so that the next candidate is tried,
 * for a file that is neither text, media nor PDF: under a wrong type it would be misread. `what`: the caller's name for
 * the file.
 */
export function acceptedKind(named: string, family: Family, what: string): string {
  const mediaType = registeredKind(named);
  if (family === "openai") return mediaType;
  if (TEXT_KIND.test(mediaType)) return "text/plain";
  if (!mediaType.startsWith("application/") || TAKEN_KINDS.has(mediaType)) return mediaType;
  const kind =
    mediaType === UNKNOWN_KIND
      ? "files whose type is unclear from their name and content"
      : `files of type ${mediaType}`;
  throw new UpstreamError(400, `${what}: the provider does not accept ${kind}`, { retryable: true, fault: "model" });
}

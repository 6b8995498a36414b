import { isRecord } from "#lib/is-record.ts";
import type { Body, TextSlot } from "../dialect.ts";
import { isSigned } from "../messages/texts/texts-block.ts";
import { kindOfBase64, UNKNOWN_KIND } from "./file-kind.ts";
import { storedAtGoogle } from "./google-request.ts";
import { decodeText, hasByteOrder } from "./text-encoding.ts";

/** A document whose text must be extracted. `name`: its entry in `unreadable`, with its path and kind. */
export type InlineDocument = { path: string; name: string; kind: "pdf" | "zip"; base64: string };

/**
 * The non-text content of a request: files whose bytes are text, and parts that cannot be read, by path and kind. The
 * latter include documents.
 */
export type InlineFiles = { texts: TextSlot[]; unreadable: string[]; documents: InlineDocument[] };

/** The fields that contain messages, in any dialect, variables of a stored prompt, or images. */
const ROOTS = ["system", "messages", "input", "prompt", "prediction", "input_references", "mask"];

/**
 * Finds base64 text files in a request as texts to read and replace, and the parts that cannot be read: images, audio,
 * documents, URLs, encrypted and signed parts, e.g. `messages[0].content[1] (image)`.
 */
export function inlineFiles(body: Body): InlineFiles {
  const result: InlineFiles = { texts: [], unreadable: [], documents: [] };
  for (const root of ROOTS) visit(body[root], root, result);
  result.unreadable.push(...storedAtGoogle(body).map(({ field }) => `${field} (stored at Google)`));
  return result;
}

function visit(value: unknown, path: string, result: InlineFiles): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) visit(item, `${path}[${index}]`, result);
    return;
  }
  if (!isRecord(value)) return;
  const kind = closedKind(value);
  if (kind) result.unreadable.push(`${path} (${kind})`);
  else readSource(value, path, result);
  for (const key of Object.keys(value)) {
    const inner = value[key];
    if (typeof inner === "string") readUrl(value, key, path, result);
    else visit(inner, `${path}.${key}`, result);
  }
}

/** Returns the kind of a part that can never be read. */
function closedKind(part: Body): string | undefined {
  if (part.type === "input_audio" || part.type === "audio") return "audio";
  if (part.type === "redacted_thinking") return "encrypted";
  if (part.type === "thinking" && isSigned(part as Parameters<typeof isSigned>[0])) return "signed";
  if (part.type === "item_reference") return "reference";
  const isSealed = typeof part.encrypted_index === "string" && part.encrypted_index !== "";
  const isEncrypted = typeof part.encrypted_content === "string" || part.type === "reasoning.encrypted" || isSealed;
  return isEncrypted ? "encrypted" : undefined;
}

/** Reads `{ type: "base64", media_type, data }`, and files given by id or URL. */
function readSource(part: Body, path: string, result: InlineFiles): void {
  const { type, media_type: mediaType, data, file_id: id } = part;
  if (typeof id === "string") result.unreadable.push(`${path} (file)`);
  if (type === "url" && typeof part.url === "string") result.unreadable.push(`${path} (address)`);
  if (type !== "base64" || typeof data !== "string") return;
  const file = isTextType(mediaType) ? decodeText(data) : undefined;
  if (file === undefined) close(`${path}.data`, `${path} (${String(mediaType ?? "bytes")})`, data, result);
  else result.texts.push(slotOf(`${path}.data`, file.text, (next) => (part.data = file.encode(next))));
}

const ADDRESSES = new Set([
  ...["url", "image_url", "file_url", "video_url", "file_data"],
  ...["audio_url", "document_url"],
]);
const DATA_URL = /^data:([^;,]*)((?:;[^;,]*)*),/;

function readUrl(part: Body, key: string, path: string, result: InlineFiles): void {
  if (!ADDRESSES.has(key) || part.type === "url") return;
  const value = part[key] as string;
  const place = `${path}.${key}`;
  const [url, mediaType = "", terms = ""] = DATA_URL.exec(value.slice(0, 300)) ?? [];
  // Bare base64 is accepted in `file_data`; a file without a type is sent with the type that its bytes show.
  const isBare = url === undefined && key === "file_data" && !ADDRESS.test(value);
  if (url === undefined && !isBare) {
    result.unreadable.push(`${place} (${key === "file_data" ? "bytes" : "address"})`);
    return;
  }
  const head = url ?? "";
  const data = isBare || terms.endsWith(";base64") ? value.slice(head.length) : "";
  const isReadable = data !== "" && (isTextType(mediaType) || isUntypedText(mediaType, data));
  const file = isReadable ? decodeText(data) : undefined;
  if (file === undefined) close(place, `${place} (${mediaType || "bytes"})`, data, result);
  else result.texts.push(slotOf(place, file.text, (next) => (part[key] = head + file.encode(next))));
}

/** Adds a file that cannot be read, and a document to extract if its bytes are those of one. */
function close(path: string, name: string, base64: string, result: InlineFiles): void {
  result.unreadable.push(name);
  const kind = DOCUMENTS.find(([beginning]) => base64.startsWith(beginning))?.[1];
  if (kind) result.documents.push({ path, name, kind, base64 });
}

/** The first base64 characters of documents: `%PDF`, and the first entry of a zip file. */
const DOCUMENTS = [
  ["JVBERi", "pdf"],
  ["UEsDB", "zip"],
] as const;

const ADDRESS = /^https?:/;

function isUntypedText(mediaType: string, data: string): boolean {
  return (
    (mediaType === "" || mediaType === UNKNOWN_KIND) && (kindOfBase64(data) === "text/plain" || hasByteOrder(data))
  );
}

const TEXT_TYPE = /^(text\/|application\/(json|xml|yaml|x-yaml|x-ndjson|javascript|sql|csv)|[^;]*\+(json|xml)$)/i;

/** Returns whether a media type is one of text. */
export function isTextType(mediaType: unknown): boolean {
  return typeof mediaType === "string" && TEXT_TYPE.test(mediaType);
}

function slotOf(path: string, text: string, replace: (text: string) => void): TextSlot {
  return { role: "user", path, text, replace };
}

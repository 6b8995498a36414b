import { isRecord } from "#lib/is-record.ts";
import type { Body, TextSlot } from "../dialect.ts";
import { isSigned } from "../messages/texts/texts-block.ts";
import { kindOfBase64, UNKNOWN_KIND } from "./file-kind.ts";
import { decodeText, hasByteOrder } from "./text-encoding.ts";

/** A document whose text must be extracted. `name`: its entry in `closed`, with its path and kind. */
export type InlineDocument = { path: string; name: string; kind: "pdf" | "zip"; base64: string };

/**
 * The non-text content of a request: files whose bytes are text, and parts that cannot be read, by path and kind. The
 * latter include documents.
 */
export type InlineFiles = { texts: TextSlot[]; closed: string[]; documents: InlineDocument[] };

/** The fields that contain messages, in any dialect. */
const ROOTS = ["system", "messages", "input", "prediction", "input_references"];

/**
 * Finds base64 text files in a request as texts to read and replace, and the parts that cannot be read: images, audio,
 * documents, URLs, encrypted and signed parts, e.g. `messages[0].content[1] (image)`.
 */
export function inlineFiles(body: Body): InlineFiles {
  const found: InlineFiles = { texts: [], closed: [], documents: [] };
  for (const root of ROOTS) visit(body[root], root, found);
  return found;
}

function visit(value: unknown, path: string, found: InlineFiles): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) visit(item, `${path}[${index}]`, found);
    return;
  }
  if (!isRecord(value)) return;
  const kind = closedKind(value);
  if (kind) found.closed.push(`${path} (${kind})`);
  else readSource(value, path, found);
  for (const key of Object.keys(value)) {
    const inner = value[key];
    if (typeof inner === "string") readUrl(value, key, path, found);
    else visit(inner, `${path}.${key}`, found);
  }
}

/** Returns the kind of a part that can never be read. */
function closedKind(part: Body): string | undefined {
  if (part.type === "input_audio" || part.type === "audio") return "audio";
  if (part.type === "redacted_thinking") return "encrypted";
  if (part.type === "thinking" && isSigned(part as Parameters<typeof isSigned>[0])) return "signed";
  if (part.type === "item_reference") return "reference";
  const isEncrypted = typeof part.encrypted_content === "string" || part.type === "reasoning.encrypted";
  return isEncrypted ? "encrypted" : undefined;
}

/** Reads `{ type: "base64", media_type, data }`, and files given by id or URL. */
function readSource(part: Body, path: string, found: InlineFiles): void {
  const { type, media_type: mediaType, data, file_id: id } = part;
  if (typeof id === "string") found.closed.push(`${path} (file)`);
  if (type === "url" && typeof part.url === "string") found.closed.push(`${path} (address)`);
  if (type !== "base64" || typeof data !== "string") return;
  const file = isText(mediaType) ? decodeText(data) : undefined;
  if (file === undefined) close(`${path}.data`, `${path} (${String(mediaType ?? "bytes")})`, data, found);
  else found.texts.push(slotOf(`${path}.data`, file.text, (next) => (part.data = file.encode(next))));
}

const ADDRESSES = new Set(["url", "image_url", "file_url", "video_url", "file_data"]);
const DATA_URL = /^data:([^;,]*)((?:;[^;,]*)*),/;

function readUrl(part: Body, key: string, path: string, found: InlineFiles): void {
  if (!ADDRESSES.has(key) || part.type === "url") return;
  const value = part[key] as string;
  const place = `${path}.${key}`;
  const [url, mediaType = "", terms = ""] = DATA_URL.exec(value.slice(0, 300)) ?? [];
  // Bare base64 is accepted in `file_data`; a file without a type is sent with the type of its bytes.
  const isBare = url === undefined && key === "file_data" && !ADDRESS.test(value);
  if (url === undefined && !isBare) {
    found.closed.push(`${place} (${key === "file_data" ? "bytes" : "address"})`);
    return;
  }
  const head = url ?? "";
  const data = isBare || terms.endsWith(";base64") ? value.slice(head.length) : "";
  const isReadable = data !== "" && (isText(mediaType) || isUntypedText(mediaType, data));
  const file = isReadable ? decodeText(data) : undefined;
  if (file === undefined) close(place, `${place} (${mediaType || "bytes"})`, data, found);
  else found.texts.push(slotOf(place, file.text, (next) => (part[key] = head + file.encode(next))));
}

/** Adds a file that cannot be read, and its document type by its bytes. */
function close(path: string, name: string, base64: string, found: InlineFiles): void {
  found.closed.push(name);
  const kind = DOCUMENTS.find(([beginning]) => base64.startsWith(beginning))?.[1];
  if (kind) found.documents.push({ path, name, kind, base64 });
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

function isText(mediaType: unknown): boolean {
  return typeof mediaType === "string" && TEXT_TYPE.test(mediaType);
}

function slotOf(path: string, text: string, replace: (text: string) => void): TextSlot {
  return { role: "user", path, text, replace };
}

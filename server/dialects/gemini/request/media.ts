import type { Body } from "#server/dialects/dialect.ts";
import { invalid, stringAt, textOf } from "#server/dialects/read-field.ts";
import { isBucketAddress } from "#server/dialects/request/bucket-files.ts";
import { YOUTUBE } from "#server/dialects/request/content-parts.ts";
import { namedFields } from "./camel-keys.ts";

const INLINE = new Set(["mimeType", "data", "displayName"]);
const AT_URL = new Set(["mimeType", "fileUri", "displayName"]);

/** Returns a part with a file's bytes as a part of a chat message. */
export function inlinePart(value: unknown, path: string): Body {
  const { mimeType, data, displayName } = namedFields(value, path, INLINE);
  const type = stringAt(mimeType, `${path}.mimeType`);
  const base64 = stringAt(data, `${path}.data`);
  if (type.startsWith("audio/")) return { type: "input_audio", input_audio: { data: base64, format: formatOf(type) } };
  return partAt(`data:${type};base64,${base64}`, type, textOf(displayName));
}

/** Returns a file's bytes as a data URL. */
export function dataUrlOf(value: unknown, path: string): string {
  const { mimeType, data } = namedFields(value, path, INLINE);
  return `data:${stringAt(mimeType, `${path}.mimeType`)};base64,${stringAt(data, `${path}.data`)}`;
}

/** Returns a part with a file's URL. Adds the path of a file that a key stores at Google to `stored`. */
export function filePart(value: unknown, path: string, stored: string[]): Body {
  const { mimeType, fileUri, displayName } = namedFields(value, path, AT_URL);
  const url = stringAt(fileUri, `${path}.fileUri`);
  const type = textOf(mimeType) ?? typeOfVideo(url);
  if (isBucketAddress(url))
    return { type: "file", file: { file_url: url }, ...(type && { google: { mimeType: type } }) };
  if (!/^https?:/.test(url))
    throw invalid(
      `${path}.fileUri`,
      "must be an HTTP URL, the URI of a file in the Gemini API, or a gs:// URI for Vertex AI",
    );
  const [, ownId] = OWN_FILE.exec(url) ?? [];
  if (ownId) return { type: "file", file: { file_id: ownId }, ...(isVideo(type) && { google: { mimeType: type } }) };
  if (!STORED_FILE.test(url)) return partAt(url, type, textOf(displayName));
  stored.push(`${path}.fileUri`);
  return { type: "file", file: { file_url: url }, ...(type && { google: { mimeType: type } }) };
}

/** Files that the gateway stores, by the addresses of their records. */
const OWN_FILE = /\/v1\w*\/files\/(file-sb-[0-9a-f]{32})$/;

/** Files of Google's Files API belong to one of its keys. */
const STORED_FILE = /\/v\d\w*\/files\//;

function isVideo(type: string): boolean {
  return type.startsWith("video/");
}

function typeOfVideo(url: string): string {
  return YOUTUBE.test(url) ? "video/*" : "";
}

function partAt(url: string, type: string, filename: string | undefined): Body {
  if (type.startsWith("image/")) return { type: "image_url", image_url: { url } };
  if (isVideo(type)) return { type: "video_url", video_url: { url } };
  const isInline = url.startsWith("data:");
  return {
    type: "file",
    file: { ...(isInline ? { file_data: url } : { file_url: url }), ...(filename && { filename }) },
  };
}

function formatOf(type: string): string {
  const format = type.slice("audio/".length).replace(/^x-/, "");
  return format === "mpeg" ? "mp3" : format;
}

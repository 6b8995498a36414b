import type { JSONObject, LanguageModelV4FilePart } from "@ai-sdk/provider";
import { registeredKind, storedKind, UNKNOWN_KIND } from "#server/dialects/request/file-kind.ts";
import { invalidField, text } from "../shape.ts";
import { type DecodeState, note } from "./decode-state.ts";

/** A file's bytes or address, and its media type: complete if known, else only `image`. */
export type FileSource = Pick<LanguageModelV4FilePart, "data" | "mediaType">;
type Kind = "image" | "application/pdf";

const IMAGE_TYPES = new Map([
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
]);

export function base64Source(source: JSONObject, path: string, kind: Kind): FileSource {
  const mediaType = checkedType(text(source.media_type, `${path}.media_type`), kind, `${path}.media_type`);
  return { mediaType, data: { type: "data", data: text(source.data, `${path}.data`) } };
}

/** Reads a URL that the target or its caller fetches; a `data:` URL is decoded. */
export function urlSource(source: JSONObject, path: string, kind: Kind): FileSource {
  const address = text(source.url, `${path}.url`);
  const url = URL.parse(address);
  if (url === null) throw invalidField(`${path}.url`, "must be a URL");
  if (url.protocol === "data:") return dataUrl(address, `${path}.url`, kind);
  const extension = url.pathname.slice(url.pathname.lastIndexOf(".") + 1).toLowerCase();
  return { mediaType: (kind === "image" && IMAGE_TYPES.get(extension)) || kind, data: { type: "url", url } };
}

/**
 * Reads an id in the target's file store. It is passed on unchanged, because only the target knows whether it exists.
 */
export function fileSource(source: JSONObject, path: string, kind: Kind, reading: DecodeState): FileSource {
  const id = text(source.file_id, `${path}.file_id`);
  if (reading.target.family !== "anthropic")
    note(reading, `${path}.file_id`, `changed to a file of ${reading.target.id}`);
  const mediaType = storedKind(kind === "image" ? kind : UNKNOWN_KIND, reading.target.family);
  return { mediaType, data: { type: "reference", reference: { [reading.target.id]: id } } };
}

function dataUrl(address: string, path: string, kind: Kind): FileSource {
  const comma = address.indexOf(",");
  const head = address.slice("data:".length, comma).split(";");
  if (comma < 0 || !head.includes("base64")) throw invalidField(path, "must be a base64 data URL");
  const mediaType = checkedType(head[0] ?? "", kind, path);
  return { mediaType, data: { type: "data", data: address.slice(comma + 1) } };
}

/**
 * Returns the media type if it fits the block. Base64 text would bypass all filters, so bytes are accepted only for
 * their intended use.
 */
function checkedType(mediaType: string, kind: Kind, path: string): string {
  const fits = kind === "image" ? mediaType.startsWith("image/") : mediaType === kind;
  if (!fits) throw invalidField(path, `must be ${kind === "image" ? "an image type" : kind}`);
  return registeredKind(mediaType);
}

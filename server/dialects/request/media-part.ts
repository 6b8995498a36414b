import { unescape as percentDecoded } from "node:querystring";
import type { LanguageModelV4FilePart } from "@ai-sdk/provider";
import { invalid } from "../read-field.ts";
import { kindOfBase64, registeredKind, UNKNOWN_KIND } from "./file-kind.ts";

/**
 * Returns a file part for a data URL or an http(s) URL. `mediaType` is used if the URL does not tell, e.g. `image/*`.
 * Throws HttpError 400 that names `path`.
 */
export function partFromUrl(url: string, mediaType: string, path: string): LanguageModelV4FilePart {
  if (url.startsWith("data:")) return partFromDataUrl(url, mediaType, path);
  const isWeb = url.startsWith("https://") || url.startsWith("http://");
  if (!isWeb || !URL.canParse(url)) throw invalid(path, "must be an http(s) URL or a data URL");
  return { type: "file", mediaType, data: { type: "url", url: new URL(url) } };
}

/** Returns a file part for bare base64, with an unknown type detected from its bytes. */
export function partFromBase64(data: string, mediaType: string): LanguageModelV4FilePart {
  const kind = mediaType === UNKNOWN_KIND ? kindOfBase64(data) : registeredKind(mediaType);
  return { type: "file", mediaType: kind, data: { type: "data", data } };
}

function partFromDataUrl(url: string, mediaType: string, path: string): LanguageModelV4FilePart {
  const comma = url.indexOf(",");
  if (comma < 0) throw invalid(path, "must be a complete data URL");
  const [type, ...parameters] = url.slice("data:".length, comma).split(";");
  const payload = url.slice(comma + 1);
  const data = parameters.includes("base64") ? payload : Buffer.from(percentDecoded(payload)).toString("base64");
  return partFromBase64(data, type && type !== UNKNOWN_KIND ? type : mediaType);
}

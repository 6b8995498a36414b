import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isGoogleClient } from "#server/caller/clients.ts";

/** The methods of Google's models that the gateway serves. */
export const GOOGLE_METHODS = [
  ...["generateContent", "streamGenerateContent", "countTokens", "embedContent", "batchEmbedContents", "predict"],
];

/**
 * `/v1beta/models/google/gemini-2.5-flash:generateContent`, as Google's clients call it; newer ones say `v1`. Some leave
 * `models/` out before a name with a slash.
 */
const MODEL_METHOD = new RegExp(`^(?:/api)?/v1\\w*/(?:models/)?([^?#]+):(${GOOGLE_METHODS.join("|")})$`);
/** Another method of the clients that say `v1`. */
const OTHER_METHOD = /^(?:\/api)?\/v1(\/(?:models|tunedModels|publishers|projects)\/[^?#]+:[a-z]\w+)$/;
/** What Google's clients make of such a name if they are set up for Vertex AI. */
const VERTEX_MODEL = /^(?:projects\/[^/]+\/locations\/[^/]+\/)?publishers\/([^/]+)\/models\/([^/]+)$/;
const MODELS = /^(?:\/api)?\/v1(\w*)\/models(?:\/([^:]+))?$/;
const FILES = /^(?:\/api)?\/v1(\w*)\/files(?:\/([^/:]+)(:download)?)?$/;
const CACHES = /^(?:\/api)?\/v1\w*\/cachedContents(?:\/([^/:]+))?$/;
const UPLOAD = /^(?:\/api)?\/upload\/v1\w*\/files$/;

/**
 * Replaces the address of a request in Google's form by that of a route: its last segment may have both a name and a
 * method. A key in the query becomes a header, so that nothing logs it with the address. `url`: path and query.
 */
export function readGoogleTarget(incoming: IncomingMessage, url: string): void {
  const [address = "", search = ""] = url.split("?", 2);
  const query = new URLSearchParams(search);
  const path = routeOf(address, query, incoming.headers);
  if (path === undefined) {
    // Where `noSuchPath` knows it as Google's.
    const [, unserved] = incoming.method === "POST" ? (OTHER_METHOD.exec(address) ?? []) : [];
    if (unserved !== undefined) incoming.url = `/api/v1beta${unserved}`;
    return;
  }
  const key = query.get("key");
  query.delete("key");
  if (key !== null) incoming.headers["x-goog-api-key"] ??= key;
  incoming.url = `/api/v1${path}${query.size > 0 ? `?${query}` : ""}`;
}

function routeOf(address: string, query: URLSearchParams, headers: IncomingHttpHeaders): string | undefined {
  const [, model, method] = MODEL_METHOD.exec(address) ?? [];
  if (model !== undefined) {
    if (method === "streamGenerateContent" && !query.has("alt")) query.set("alt", "json");
    return `/gemini/models/${encodeURIComponent(decode(model).replace(VERTEX_MODEL, "$1/$2"))}/${method}`;
  }
  if (UPLOAD.test(address)) return query.has("upload_id") ? "/gemini/upload/content" : "/gemini/upload";
  const [isCaches, cache] = CACHES.exec(address) ?? [];
  if (isCaches) return `/gemini/cachedContents${cache === undefined ? "" : `/${cache}`}`;
  // Clients of OpenAI and Anthropic have models and files at the same addresses.
  const isGoogles = (version: string | undefined) =>
    version !== "" || isGoogleClient({ has: (header) => headers[header] !== undefined });
  const [isModels, modelsVersion, name] = MODELS.exec(address) ?? [];
  if (isModels && isGoogles(modelsVersion))
    return `/gemini/models${name === undefined ? "" : `/${encodeURIComponent(decode(name))}`}`;
  const [isFiles, filesVersion, id, download] = FILES.exec(address) ?? [];
  if (!isFiles || !(download || isGoogles(filesVersion))) return undefined;
  if (!download) return `/gemini/files${id === undefined ? "" : `/${id}`}`;
  query.delete("alt");
  return `/files/${id}/content`;
}

/** Decodes a part of a path; an invalid one stays as it is. */
export function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

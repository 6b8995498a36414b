import { HttpError } from "#server/errors.ts";
import { GOOGLE_METHODS } from "./targets/google-target.ts";

const PATHS = /^\/(?:api\/)?v1\//;

/**
 * Returns the error for an unknown path. A client whose base URL ends with a slash adds a second one: it is redirected
 * (308, with method and body) to the path without extra slashes, as pages are. Any other error says that the base URL
 * ends with `/v1`, unless the path begins with `/api/`.
 */
export function noSuchPath(url: string): HttpError {
  const { pathname, search } = new URL(url);
  const path = pathname.slice(0, MOST_CHARACTERS);
  const plain = pathname.replace(/\/{2,}/g, "/").replace(/\/$/, "");
  if (plain !== pathname && PATHS.test(plain))
    return new HttpError(308, `Remove the extra slash from ${path}`, { headers: { location: plain + search } });
  if (isGooglePath(pathname)) return notServed(path);
  const remedy = pathname.startsWith("/api/") ? "" : ". The base URL of the API ends with /v1";
  return new HttpError(404, `No such path: ${path}${remedy}`);
}

const MOST_CHARACTERS = 200;

const GOOGLE = /^(?:\/api)?\/(?:upload\/)?v1(?:alpha|beta)\d*\//;

/** Returns whether a path is one of Google's API, whose errors have a form of their own. */
export function isGooglePath(pathname: string): boolean {
  return GOOGLE.test(pathname);
}

/** What does the same as a method of Google's that the gateway does not serve. */
const INSTEAD: Record<string, string> = {
  predictLongRunning: " Create videos with POST /api/v1/videos.",
  batchGenerateContent: " Run batches with POST /api/v1/batches.",
  asyncBatchEmbedContent: " Run batches with POST /api/v1/batches.",
};

function notServed(path: string): HttpError {
  const method = /:(\w+)$/.exec(path)?.[1];
  const what = method === undefined ? `No such path: ${path}.` : `No such method: ${method}.${INSTEAD[method] ?? ""}`;
  const served = `Of Google's API, models (${GOOGLE_METHODS.join(", ")}), files and cachedContents are served.`;
  return new HttpError(404, `${what} ${served}`);
}

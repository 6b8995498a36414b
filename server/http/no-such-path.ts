import { HttpError } from "#server/errors.ts";

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
  const remedy = pathname.startsWith("/api/") ? "" : ". The base URL of the API ends with /v1";
  return new HttpError(404, `No such path: ${path}${remedy}`);
}

const MOST_CHARACTERS = 200;

import type { IncomingMessage, ServerResponse } from "node:http";
import type { BrowserOrigins } from "#server/network/browser-origins.ts";

/** How long a browser may keep the response to a preflight; no browser keeps it longer than a day. */
const PREFLIGHT_SECONDS = "86400";

/** The API that callers use with a key. The console's own session endpoints and SCIM are not for other pages. */
const SHARED_PATHS = "/api/v1/";

/**
 * Lets pages of the configured origins read a response, and responds to their preflight requests, which have no key
 * (https://fetch.spec.whatwg.org/#http-cors-protocol). Returns true if it has responded. Pages of other origins get no
 * headers, so that browsers keep responses from them. Never allows cookies: a page needs a key of its own.
 */
export function admitOrigin(origins: BrowserOrigins, incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  const { origin } = incoming.headers;
  if (origin === undefined || !incoming.url?.startsWith(SHARED_PATHS)) return false;
  if (!origins.any && !origins.listed.has(origin.toLowerCase())) return false;
  outgoing.setHeader("access-control-allow-origin", origins.any ? "*" : origin);
  if (!origins.any) outgoing.setHeader("vary", "Origin");
  if (incoming.method !== "OPTIONS" || incoming.headers["access-control-request-method"] === undefined) {
    outgoing.setHeader("access-control-expose-headers", "*");
    return false;
  }
  const asked = incoming.headers["access-control-request-headers"];
  outgoing.writeHead(204, {
    "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
    // Clients send headers of their own, such as `x-stainless-lang`, and `*` would not cover `Authorization`.
    ...(asked !== undefined && { "access-control-allow-headers": asked }),
    "access-control-max-age": PREFLIGHT_SECONDS,
  });
  outgoing.end();
  return true;
}

import type { IncomingMessage } from "node:http";
import { isGooglePath } from "./no-such-path.ts";

/** What clients read at the API's base URL; there are no pages here. */
const MODELS = /^\/models(?:[/?]|$)/;

/**
 * Returns whether a request outside the API's paths comes from a client with a wrong base URL, or one of Google's API,
 * which needs an error that it can read instead of a page. Browsers only read pages: forms and components call the API.
 */
export function isMisdirected({ method, url = "/" }: IncomingMessage): boolean {
  return MODELS.test(url) || isGooglePath(url) || (url.startsWith("/") && method !== "GET" && method !== "HEAD");
}

import type { IncomingMessage } from "node:http";
import type { CallerRequest } from "#server/caller/caller-request.ts";
import { HttpError } from "#server/errors.ts";

/**
 * A request to the HTTP adapter. Creates its `Headers` only on demand, because model requests read Node's parsed
 * headers. Throws 400 for an invalid Host or path.
 */
export class AdapterRequest implements CallerRequest {
  readonly url: string;
  readonly path: string;
  readonly method: string;
  readonly #incoming: IncomingMessage;
  #headers: Headers | undefined;

  constructor(incoming: IncomingMessage) {
    const { url: target = "/" } = incoming;
    this.url = `http://${hostOf(incoming)}${target}`;
    this.path = pathOf(target);
    this.method = incoming.method as string;
    this.#incoming = incoming;
  }

  get headers(): Headers {
    this.#headers ??= headersOf(this.#incoming);
    return this.#headers;
  }
}

/** URL parsers treat a backslash as a slash, so the adapter and proxies could disagree about the path. */
function pathOf(target: string): string {
  const end = target.indexOf("?");
  const path = end < 0 ? target : target.slice(0, end);
  if (!path.startsWith("/") || path.includes("\\") || !isDecodable(path)) throw new HttpError(400, NOT_VALID);
  return path;
}

/** Returns whether every percent escape in a path decodes to UTF-8. */
export function isDecodable(path: string): boolean {
  if (!path.includes("%")) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

const NOT_VALID = "The request's URL or Host is invalid";

/** Hosts that every parser reads the same way. */
const PLAIN_HOST = /^[a-z0-9._-]+(?::\d{1,5})?$/;

function hostOf({ headers: { host }, httpVersion }: IncomingMessage): string {
  // RFC 9112, section 3.2: HTTP/1.0 has no Host header.
  if (host === undefined && httpVersion !== "1.0") throw new HttpError(400, "The request needs a Host header");
  if (!host) return "localhost";
  if (PLAIN_HOST.test(host)) return host;
  const name = URL.parse(`http://${host}/`)?.hostname;
  if (name !== host.replace(/:\d+$/, "").toLowerCase()) throw new HttpError(400, NOT_VALID);
  return host;
}

function headersOf(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one);
  }
  return headers;
}

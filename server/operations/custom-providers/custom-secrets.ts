import { HttpError } from "#server/errors.ts";
import type { CustomSecrets } from "#server/providers/custom/transport.ts";
import { maskKey } from "../byok/credential-fields.ts";

type Headers = Record<string, string>;

const VISIBLE = /^[\t\x20-\x7e]+$/;

/**
 * Returns a provider's secrets. Names of headers are unique without regard to case, so they are stored in lower case.
 */
export function secretsOf(key: string | null, headers: Headers): CustomSecrets {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { api_key: key, secret_headers: Object.fromEntries(named) };
}

/** Returns the secrets after a change. Throws 400 for a masked value that masks nothing, and other invalid values. */
export function changedSecrets(
  current: CustomSecrets,
  { api_key: key = current.api_key, headers }: { api_key?: string | null; headers?: Headers },
): CustomSecrets {
  if (!headers) return { ...current, api_key: key };
  const masks = maskedHeaders(current);
  const merged = Object.entries(secretsOf(null, headers).secret_headers).map(([name, value]) => {
    const kept = value === masks[name] ? current.secret_headers[name] : value;
    if (kept && VISIBLE.test(kept)) return [name, kept];
    throw new HttpError(400, `Invalid request: headers.${name}: must be visible ASCII characters`);
  });
  return { api_key: key, secret_headers: Object.fromEntries(merged) };
}

export function maskedHeaders({ secret_headers: headers }: CustomSecrets): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, maskKey(value)]));
}

/**
 * Throws 400 if a change would send stored secrets to another server, which anyone who may change the URL could own.
 */
export function requireNewSecrets(current: CustomSecrets, sent: { api_key?: unknown; headers?: Headers }): void {
  if (current.api_key !== null && sent.api_key === undefined) throw movedError("api_key");
  const masks = maskedHeaders(current);
  const headers = sent.headers && secretsOf(null, sent.headers).secret_headers;
  if (Object.keys(masks).length === 0) return;
  if (!headers || Object.entries(headers).some(([name, value]) => value === masks[name])) throw movedError("headers");
}

function movedError(field: string): HttpError {
  return new HttpError(400, `Invalid request: ${field}: send it again, because the base URL has a different origin`);
}

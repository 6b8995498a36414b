import { LRUCache } from "lru-cache";
import { UpstreamError } from "#server/errors.ts";
import { type Block, block, tryParse } from "../exchange/json.ts";
import { maskSecrets } from "../requests/mask.ts";

export type AccessToken = { value: string; expiresAtMs: number };

type Held = { token?: AccessToken; pending?: Promise<AccessToken> | undefined };

const held = new LRUCache<string, Held>({ max: 1_000 });

/** A token is replaced this long before it expires, and the old one serves until the new one is there. */
const EARLY_MS = 5 * 60_000;
/** A token that expires sooner may expire on its way. */
const LAST_MS = 30_000;

/**
 * Returns the access token of a credential. `name` identifies the credential and what the token is for. Concurrent
 * calls share one request, and a call waits for it only if there is no valid token. Rejects like `request`.
 */
export async function accessToken(
  name: string,
  now: () => number,
  request: () => Promise<AccessToken>,
): Promise<string> {
  const entry: Held = held.get(name) ?? {};
  held.set(name, entry);
  const remainingMs = (entry.token?.expiresAtMs ?? 0) - now();
  if (entry.token && remainingMs > EARLY_MS) return entry.token.value;
  entry.pending ??= request()
    .then((token) => {
      entry.token = token;
      return token;
    })
    .finally(() => {
      entry.pending = undefined;
    });
  if (entry.token && remainingMs > LAST_MS) {
    entry.pending.catch(() => undefined);
    return entry.token.value;
  }
  return (await entry.pending).value;
}

const TIMEOUT_MS = 10_000;

export type TokenRequest = {
  url: string;
  headers?: Record<string, string>;
  /** Sent as a form; a GET without this and `json`. */
  form?: Record<string, string>;
  json?: Record<string, unknown>;
  /** A text whose secrets are masked in errors. */
  credential: string;
  fetch: typeof fetch;
  now(): number;
};

/**
 * Requests a token from an OAuth 2.0 token service (RFC 6749, section 5), or from Google's service that names its
 * fields otherwise. Rejects with an UpstreamError: `credential` is
 * at fault if the service rejects it.
 */
export async function requestToken(request: TokenRequest): Promise<AccessToken> {
  const { url, headers, form, json, credential, fetch, now } = request;
  const exchange = async () => {
    const response = await fetch(url, {
      method: form || json ? "POST" : "GET",
      headers: { ...headers, ...(json && { "content-type": "application/json" }) },
      ...(form && { body: new URLSearchParams(form) }),
      ...(json && { body: JSON.stringify(json) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { ok: response.ok, status: response.status, text: (await response.text()).slice(0, 65_536) };
  };
  const { ok, status, text } = await exchange().catch((cause: unknown) => {
    throw new UpstreamError(502, "The provider's token service did not respond", { retryable: true, cause });
  });
  const fields = block(tryParse(text));
  if (ok && typeof fields.access_token === "string") return tokenOf(fields, now());
  if (ok && typeof fields.accessToken === "string")
    return { value: fields.accessToken, expiresAtMs: Date.parse(String(fields.expireTime)) || now() };
  throw refusal(status, maskSecrets(text, credential));
}

/**
 * Without a stated lifetime, a token is used once and requested again. Azure's services state only when it expires, in
 * seconds since 1970.
 */
function tokenOf({ access_token: value, expires_in: seconds, expires_on: time }: Block, nowMs: number): AccessToken {
  const lifetimeMs = Number(seconds) * 1000;
  const expiresAtMs = Number.isFinite(lifetimeMs) ? nowMs + lifetimeMs : Number(time) * 1000;
  return { value: String(value), expiresAtMs: Number.isFinite(expiresAtMs) ? expiresAtMs : nowMs };
}

function refusal(status: number, raw: string): UpstreamError {
  if (status >= 400 && status < 500 && status !== 429 && status !== 408)
    return new UpstreamError(401, "The provider's token service rejected the credential", {
      retryable: true,
      fault: "credential",
      raw,
    });
  return new UpstreamError(status >= 500 || status === 429 ? status : 502, "The provider's token service failed", {
    retryable: true,
    raw,
  });
}

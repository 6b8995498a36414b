import { createHash, timingSafeEqual } from "node:crypto";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { mayCall } from "#lib/roles.ts";
import type { CallerRequest } from "#server/caller/caller-request.ts";
import type { KeyRecord, Principal } from "#server/caller/principal.ts";
import { HttpError } from "#server/errors.ts";
import { requireKey } from "./access.ts";
import type { AuthGateway } from "./auth-gateway.ts";
import { requireScope } from "./key-scopes.ts";
import { hasWrongChecksum } from "./keys/key-checksum.ts";
import { keyDigest } from "./keys/key-digest.ts";
import { isStoppedByLeak } from "./keys/leak-state.ts";
import { requireSecondFactor } from "./missing-second-factor.ts";

/**
 * Returns the caller: by bearer token, `x-api-key` or `x-goog-api-key`, else by the console's session cookie; undefined
 * without any. Throws 401 for a key that is unknown, paused or expired, and 403 for a write that another site caused.
 * Synchronous for a key that this process knows.
 */
export function authenticate(
  gateway: AuthGateway,
  request: CallerRequest,
  headers: Pick<Headers, "get">,
  connection?: object,
): Principal | undefined | Promise<Principal | undefined> {
  const secret = bearer(headers) ?? headers.get("x-api-key") ?? headers.get("x-goog-api-key");
  if (secret) return keyPrincipal(gateway, secret, keyDigest(secret, connection));
  return headers.get("cookie") ? sessionPrincipal(gateway, request) : undefined;
}

async function sessionPrincipal(gateway: AuthGateway, request: CallerRequest): Promise<Principal | undefined> {
  const principal = await gateway.accounts.principal(request);
  if (!principal) return undefined;
  rejectForeignWrite(request);
  const hash = request.headers.get(CHOSEN_KEY_HEADER);
  return hash && !principal.secondFactorStep ? keyOfSession(gateway, principal, hash) : principal;
}

/** The request header in which the console names, by its hash, the key to send a request with. */
const CHOSEN_KEY_HEADER = "x-switchboard-key";

/**
 * Returns the principal of a key that a session may manage: its limits, guardrails and tools apply, and the request is the
 * key's. Throws 404 for a key of another workspace or another member, and 403 for a management key, which would have
 * rights that the session may lack.
 */
async function keyOfSession(gateway: AuthGateway, session: Principal, hash: string): Promise<Principal> {
  const key = await requireKey(gateway, session, hash);
  if (key.workspaceId !== session.workspaceId) throw new HttpError(404, "API key not found");
  if (key.kind !== "normal") throw new HttpError(403, "Management keys cannot be chosen in the console");
  // Not a 401, which tells the console that its session ended.
  const problem = problemOf(gateway, key);
  if (problem) throw new HttpError(403, problem);
  gateway.keys.used(key.hash);
  return principalOf(key);
}

/** Returns the caller of a public endpoint, where authentication is optional: an invalid credential counts as none. */
export async function findPrincipal(...args: Parameters<typeof authenticate>): Promise<Principal | undefined> {
  try {
    const principal = await authenticate(...args);
    return principal?.secondFactorStep ? undefined : principal;
  } catch (refused) {
    if (refused instanceof HttpError) return undefined;
    throw refused;
  }
}

/** Returns whether the bearer token is the one that an environment variable sets for this endpoint. */
export function hasToken(
  { environment }: AuthGateway,
  { tokenVariable }: Endpoint,
  headers: Pick<Headers, "get">,
): boolean {
  const token = tokenVariable && environment[tokenVariable];
  const receivedToken = token && bearer(headers);
  return Boolean(token && receivedToken && timingSafeEqual(sha256(token), sha256(receivedToken)));
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function bearer(headers: Pick<Headers, "get">): string | undefined {
  const header = headers.get("authorization");
  if (!header) return undefined;
  if (header.length > 7 && header.slice(0, 7).toLowerCase() === "bearer ") return header.slice(7).trim();
  throw new HttpError(401, "The Authorization header must be `Bearer <API key>`");
}

function keyPrincipal(gateway: AuthGateway, secret: string, digest: string): Principal | Promise<Principal> {
  const key = gateway.keys.find(digest);
  if (key) return recordUse(gateway, key);
  if (hasWrongChecksum(secret)) throw new HttpError(401, "This API key has a wrong checksum; copy the whole key again");
  return gateway.keys.lookup(digest).then((found) => recordUse(gateway, found));
}

function recordUse(gateway: AuthGateway, key: KeyRecord | undefined): Principal {
  if (!key) throw new HttpError(401, "Unknown API key: check that it is complete and has not been deleted");
  const problem = problemOf(gateway, key);
  if (problem) throw new HttpError(401, problem);
  gateway.keys.used(key.hash);
  return principalOf(key);
}

/**
 * Returns the principal of a key by its hash, as if it had been sent now; of the key that replaced it, if it was rotated.
 * Throws 401 for a key that no longer exists or cannot be used.
 */
export async function principalOfKey(gateway: AuthGateway, hash: string): Promise<Principal> {
  const key = gateway.keys.find(hash) ?? (await gateway.keys.lookup(hash));
  if (key?.rotatedTo && problemOf(gateway, key)) return principalOfKey(gateway, key.rotatedTo);
  return recordUse(gateway, key);
}

const STOPPED_BY_LEAK = "This API key is disabled because it was reported as leaked";

/** Returns why a key cannot be used; undefined if it can. */
function problemOf(gateway: AuthGateway, key: KeyRecord): string | undefined {
  if (key.disabled) return isStoppedByLeak(key) ? STOPPED_BY_LEAK : "This API key is disabled";
  if (key.hasInactiveCreator) return "The user who created this API key is deactivated";
  return key.expiresAtMs !== null && key.expiresAtMs <= gateway.now() ? "This API key has expired" : undefined;
}

function principalOf(key: KeyRecord): Principal {
  return {
    workspaceId: key.workspaceId,
    organizationId: key.organizationId,
    userId: key.creatorUserId,
    management: key.kind === "management",
    key,
  };
}

/**
 * Throws for a caller that may not call the endpoint (401, 403) or calls too often (429 with Retry-After). Waits only
 * for the latter.
 */
export function requireAccess(
  gateway: AuthGateway,
  principal: Principal | undefined,
  endpoint: Endpoint,
  request: CallerRequest,
): Promise<void> | void {
  if (!principal) throw missingKeyError();
  // These operations act on the session of the cookie, which must be the principal that was checked.
  if (principal.key && endpoint.resource === "session")
    throw new HttpError(401, "Sign in to the console; an API key has no account");
  requireSecondFactor(principal, endpoint);
  requirePermission(gateway, principal, endpoint);
  if (principal.key) return gateway.rates.take(principal.key.hash);
  if (request.method !== "GET") return gateway.rates.take(`user:${principal.userId}`);
}

/** Returns the 401 for a request without a key or session. */
export function missingKeyError(): HttpError {
  return new HttpError(401, "Missing Authentication header: send your API key as `Authorization: Bearer <key>`");
}

/** Throws 403 for a caller that may not use an endpoint. */
export function requirePermission(gateway: AuthGateway, principal: Principal, endpoint: Endpoint): void {
  requireScope(principal, endpoint);
  if (mayAccess(gateway, principal, endpoint)) return;
  throw new HttpError(403, "Only management keys can perform this operation");
}

/**
 * Returns whether a caller may use an endpoint: for a session by the endpoint's `roles`, for a key by its kind and the
 * workspace's restrictions.
 */
function mayAccess(gateway: AuthGateway, { role, management, workspaceId }: Principal, endpoint: Endpoint): boolean {
  if (role && !mayCall(role, endpoint)) return false;
  if (management) return true;
  if (endpoint.restrictable && gateway.accounts.workspaceNow(workspaceId)?.restricts[endpoint.restrictable])
    return false;
  return role !== undefined || endpoint.access !== "management";
}

const SAFE_METHODS = new Set(["GET", "HEAD"]);

/** Throws 403 for a write from another site's page: browsers send the cookie with it too. */
export function rejectForeignWrite(request: CallerRequest): void {
  if (SAFE_METHODS.has(request.method)) return;
  const site = request.headers.get("sec-fetch-site");
  if (site === "same-origin") return;
  const origin = request.headers.get("origin");
  const host = request.headers.get("x-forwarded-host") ?? request.headers.get("host");
  if (!site && origin && URL.canParse(origin) && new URL(origin).host === host) return;
  throw new HttpError(403, "A console session can only write from the console's own pages");
}

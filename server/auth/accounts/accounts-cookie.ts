import { getSessionCookie } from "better-auth/cookies";
import type { CallerRequest } from "#server/caller/caller-request.ts";
import { ADDRESS_HEADER, COOKIE_PREFIX } from "./accounts-library.ts";

/** The signed value of a request's session cookie, or null. */
export function readSessionCookie(request: CallerRequest): string | null {
  return getSessionCookie(request.headers, { cookiePrefix: COOKIE_PREFIX });
}

/**
 * The session cookie among the headers that the library wants sent, `Secure` when the request came by https.
 * Over plain http a `Secure` cookie would be dropped by the browser, and nobody could sign in.
 */
export function writtenSessionCookie(headers: Headers, request: CallerRequest, baseUrl?: string): string | undefined {
  return writtenCookie("session_token", headers, request, baseUrl);
}

/** What the library remembers in the browser between two steps of signing in. */
export type StepCookie = "two_factor" | "better-auth-passkey" | "state";

export function writtenCookie(
  name: StepCookie | "session_token",
  headers: Headers,
  request: CallerRequest,
  baseUrl?: string,
): string | undefined {
  const cookie = headers.getSetCookie().findLast((one) => one.startsWith(`${COOKIE_PREFIX}.${name}=`));
  return cookie && cameByHttps(request, baseUrl) ? `${cookie}; Secure` : cookie;
}

/** The library's headers with one cookie alone: who is signed in already has no say in a new sign-in. */
export function stepHeaders(request: CallerRequest, address: string, step: StepCookie): Headers {
  const headers = libraryHeaders(request, address);
  headers.set("cookie", readStepCookie(request, step));
  return headers;
}

/** The request's cookie of one step of signing in; empty when it has none. */
export function readStepCookie(request: CallerRequest, step: StepCookie): string {
  const cookies = (request.headers.get("cookie") ?? "").split(/;\s*/);
  return cookies.filter((one) => one.startsWith(`${COOKIE_PREFIX}.${step}=`)).join("; ");
}

/** What the library may know of a request: its cookies, its browser and where it came from. */
export function libraryHeaders(request: CallerRequest, address: string): Headers {
  const headers = new Headers({ [ADDRESS_HEADER]: address });
  for (const name of ["cookie", "user-agent"]) {
    const value = request.headers.get(name);
    if (value) headers.set(name, value);
  }
  return headers;
}

function cameByHttps(request: CallerRequest, baseUrl?: string): boolean {
  const forwarded = request.headers.get("x-forwarded-proto")?.split(",")[0]?.trim();
  if (forwarded) return forwarded === "https";
  return request.url.startsWith("https:") || (baseUrl?.startsWith("https:") ?? false);
}

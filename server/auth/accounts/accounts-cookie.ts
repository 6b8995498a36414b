import { getSessionCookie } from "better-auth/cookies";
import { COOKIE_PREFIX } from "#lib/api/session-cookie.ts";
import type { CallerRequest } from "#server/caller/caller-request.ts";
import { ADDRESS_HEADER } from "./better-auth.ts";

/** Returns the signed value of a request's session cookie, or null. */
export function readSessionCookie(request: CallerRequest): string | null {
  return getSessionCookie(request.headers, { cookiePrefix: COOKIE_PREFIX });
}

/**
 * Returns the session cookie among the headers that the library wants to send. It is `Secure` if the request came over
 * HTTPS. Over plain HTTP the browser would drop a `Secure` cookie, and nobody could sign in.
 */
export function findSessionCookie(headers: Headers, request: CallerRequest, baseUrl?: string): string | undefined {
  return findWrittenCookie("session_token", headers, request, baseUrl);
}

/** Cookies in which the library stores its state between two steps of signing in. */
export type StepCookie = "two_factor" | "better-auth-passkey" | "state";

export function findWrittenCookie(
  name: StepCookie | "session_token",
  headers: Headers,
  request: CallerRequest,
  baseUrl?: string,
): string | undefined {
  const cookie = headers.getSetCookie().findLast((one) => one.startsWith(`${COOKIE_PREFIX}.${name}=`));
  return cookie && isHttps(request, baseUrl) ? `${cookie}; Secure` : cookie;
}

/** Builds the library's headers with only this cookie: an existing session must not influence a new sign-in. */
export function stepHeaders(request: CallerRequest, address: string, step: StepCookie): Headers {
  const headers = libraryHeaders(request, address);
  headers.set("cookie", readStepCookie(request, step));
  return headers;
}

/** Returns the request's cookie for one sign-in step; empty if there is none. */
export function readStepCookie(request: CallerRequest, step: StepCookie): string {
  const cookies = (request.headers.get("cookie") ?? "").split(/;\s*/);
  return cookies.filter((one) => one.startsWith(`${COOKIE_PREFIX}.${step}=`)).join("; ");
}

/** Builds the headers of a request that the library may see: its cookies, browser and origin. */
export function libraryHeaders(request: CallerRequest, address: string): Headers {
  const headers = new Headers({ [ADDRESS_HEADER]: address });
  for (const name of ["cookie", "user-agent"]) {
    const value = request.headers.get(name);
    if (value) headers.set(name, value);
  }
  return headers;
}

function isHttps(request: CallerRequest, baseUrl?: string): boolean {
  const forwarded = request.headers.get("x-forwarded-proto")?.split(",")[0]?.trim();
  if (forwarded) return forwarded === "https";
  return request.url.startsWith("https:") || (baseUrl?.startsWith("https:") ?? false);
}

import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

export type PageHeaderOptions = {
  isDevelopment: boolean;
  /** For Strict-Transport-Security; not sent if undefined. */
  hstsMaxAgeSeconds: number | undefined;
};

// Pages only need the microphone, to record audio for transcription.
const PERMISSIONS_POLICY = [
  "microphone=(self)",
  ...["camera", "display-capture", "geolocation", "midi", "payment", "usb"].map((feature) => `${feature}=()`),
].join(", ");

/**
 * Sets the security headers of a page. Scripts need a nonce, which is new for each page. Next reads it from the
 * request's Content-Security-Policy header and the root layout from `x-nonce`; both override the caller's values.
 */
export function setPageHeaders(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { isDevelopment, hstsMaxAgeSeconds }: PageHeaderOptions,
): void {
  const nonce = randomBytes(16).toString("base64");
  const policy = contentSecurityPolicy(nonce, isDevelopment);
  incoming.headers["content-security-policy"] = policy;
  incoming.headers["x-nonce"] = nonce;
  outgoing.setHeader("Content-Security-Policy", policy);
  outgoing.setHeader("Permissions-Policy", PERMISSIONS_POLICY);
  outgoing.setHeader("X-Content-Type-Options", "nosniff");
  outgoing.setHeader("Referrer-Policy", "same-origin");
  if (hstsMaxAgeSeconds !== undefined)
    outgoing.setHeader("Strict-Transport-Security", `max-age=${hstsMaxAgeSeconds}; includeSubDomains`);
}

/** Nothing is loaded from, sent to or framed by another origin. */
function contentSecurityPolicy(nonce: string, isDevelopment: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' data: blob:",
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

import { HttpError } from "#server/errors.ts";

type Expiry = { ttl?: string | null | undefined; expireTime?: string | null | undefined };

/** The last time that RFC 3339 can express. */
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59);

/**
 * Returns when content expires; undefined if the request does not say so. Throws 400 if it says so twice, or names a
 * time in the past.
 */
export function expiryOf({ ttl, expireTime }: Expiry, nowMs: number): Date | undefined {
  if (ttl != null && expireTime != null)
    throw new HttpError(400, "Invalid request: ttl: cannot be set together with expireTime");
  if (ttl != null) return future("ttl", nowMs + Number.parseFloat(ttl) * 1000, nowMs);
  return expireTime == null ? undefined : future("expireTime", Date.parse(expireTime), nowMs);
}

function future(field: string, timeMs: number, nowMs: number): Date {
  if (timeMs > nowMs && timeMs <= LAST_MS) return new Date(timeMs);
  throw new HttpError(400, `Invalid request: ${field}: must end in the future, before the year 10000`);
}

import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { HttpError } from "#server/errors.ts";
import type { SharedStore } from "./shared-store.ts";

export type Limiter = Pick<RateLimiterMemory, "consume" | "get" | "penalty" | "delete">;

/** Opens a limiter of `points` requests in `seconds` (60 by default) for each caller. */
export type OpenLimiter = (name: string, points: number, seconds?: number) => Limiter;

/**
 * Creates limiters in memory, or in a store that several processes share. While that does not respond, each process
 * counts on its own.
 */
export function limiters(store: SharedStore | undefined): OpenLimiter {
  return (keyPrefix, points, duration = 60) => {
    const own = new RateLimiterMemory({ keyPrefix, points, duration });
    if (!store) return own;
    const shared = new RateLimiterRedis({
      storeClient: store.redis,
      keyPrefix,
      points,
      duration,
      insuranceLimiter: own,
    });
    const current = () => (store.downSinceMs() === undefined ? shared : own);
    return {
      consume: (who) => current().consume(who),
      get: (who) => current().get(who),
      penalty: (who) => current().penalty(who),
      delete: (who) => current().delete(who),
    };
  };
}

/** Counts one request. Throws 429 with Retry-After past the limit. */
export async function consume(limiter: Limiter, who: string): Promise<void> {
  try {
    await limiter.consume(who);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
    throw new HttpError(429, `Rate limit exceeded; try again in ${seconds} s`, {
      headers: { "retry-after": String(seconds) },
    });
  }
}

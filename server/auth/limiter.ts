import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { HttpError } from "#server/errors.ts";

export type Limiter = RateLimiterMemory | RateLimiterRedis;

/** Opens a limiter of `points` requests in `seconds` (60 by default) for each caller. */
export type OpenLimiter = (name: string, points: number, seconds?: number) => Limiter;

/** Creates limiters in memory, or in Redis if several processes share them; without Redis, memory takes over. */
export function limiters(redis: Redis | undefined): OpenLimiter {
  return (keyPrefix, points, duration = 60) => {
    const insuranceLimiter = new RateLimiterMemory({ keyPrefix, points, duration });
    return redis
      ? new RateLimiterRedis({ storeClient: redis, keyPrefix, points, duration, insuranceLimiter })
      : insuranceLimiter;
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

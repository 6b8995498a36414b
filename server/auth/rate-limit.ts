import { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { HttpError } from "#server/errors.ts";

export type RateLimits = {
  /** Counts one call of a key. Throws 429 with Retry-After past the limit. */
  take(who: string): Promise<void> | void;
  /** Counts one try to sign in or set up from an address. Throws 429 with Retry-After past ten a minute. */
  takeSignIn(address: string): Promise<void>;
  close(): Promise<void>;
};

export type RateLimitOptions = { requestsPerMinute?: number; redisUrl?: string };

/** Limits in memory, or in Redis where several processes share them; memory stands in while Redis is away. */
export function createRateLimits(options: RateLimitOptions): RateLimits {
  const redis = options.redisUrl ? connectRedis(options.redisUrl) : undefined;
  const calls = options.requestsPerMinute ? limiter(redis, "calls", options.requestsPerMinute) : undefined;
  const signIns = limiter(redis, "sign-ins", 10);
  return {
    take: (who) => (calls ? consume(calls, who) : undefined),
    takeSignIn: (address) => consume(signIns, address),
    async close() {
      redis?.disconnect();
    },
  };
}

type Limiter = RateLimiterMemory | RateLimiterRedis;

function limiter(redis: Redis | undefined, keyPrefix: string, points: number): Limiter {
  const memory = new RateLimiterMemory({ keyPrefix, points, duration: 60 });
  return redis
    ? new RateLimiterRedis({ storeClient: redis, keyPrefix, points, duration: 60, insuranceLimiter: memory })
    : memory;
}

function connectRedis(url: string): Redis {
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1 });
  // Without a listener a lost connection would end the process; the insurance limiter answers meanwhile.
  redis.on("error", () => undefined);
  return redis;
}

async function consume(limiter: Limiter, who: string): Promise<void> {
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

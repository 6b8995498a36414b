import type { Cluster, Redis } from "ioredis";
import type { Environment } from "#server/env.ts";
import { openResponseVault } from "#server/security/vault.ts";
import { memoryResponses, type ResponseCache, sharedResponses } from "./response-cache.ts";

type Store = { redis: Redis | Cluster; downSinceMs(): number | undefined };

/** Opens the response cache: in the shared store if there is one, so that every process finds its responses. */
export function openResponseCache(
  environment: Environment,
  store: Store | undefined,
  now: () => number,
): ResponseCache {
  if (!store) return memoryResponses(environment.RESPONSE_CACHE_MB * 1024 * 1024, now);
  const { redis, downSinceMs } = store;
  const responses = {
    get: (key: string) => redis.get(key),
    set: (key: string, value: string, unit: "EX", seconds: number) => redis.set(key, value, unit, seconds),
    isDown: () => downSinceMs() !== undefined,
  };
  return sharedResponses(responses, openResponseVault(environment));
}

import type { Cluster, Redis } from "ioredis";
import type { Environment } from "#server/env.ts";
import { openResponseVault } from "#server/security/vault.ts";
import { redisResponses } from "./redis-responses.ts";
import { memoryResponses, type ResponseCache, sharedResponses } from "./response-cache.ts";

type Store = { redis: Redis | Cluster; downSinceMs(): number | undefined };

/** Opens the response cache: in the shared store if there is one, so that every process finds its responses. */
export function openResponseCache(
  environment: Environment,
  store: Store | undefined,
  now: () => number,
): ResponseCache {
  const maxBytes = environment.RESPONSE_CACHE_MB * 1024 * 1024;
  if (!store || maxBytes === 0) return memoryResponses(maxBytes, now);
  const { redis, downSinceMs } = store;
  const responses = redisResponses(redis, () => downSinceMs() !== undefined, maxBytes);
  return sharedResponses(responses, openResponseVault(environment));
}

import type { Cluster, Redis } from "ioredis";
import type { SharedResponses } from "./response-cache.ts";

/** The braces keep everything on one server of a cluster, where one script can read the index. */
const GROUP = "{responses}";
/** When each response ends (Unix ms), when it was last used (Unix ms), and its size in bytes, with their total. */
const INDEX = [`${GROUP}:ends`, `${GROUP}:uses`, `${GROUP}:sizes`] as const;
/** What Redis needs for a response besides its text, in bytes: its names in the index. */
const OVERHEAD_BYTES = 512;
/** An index that nobody writes is removed once all of its responses have expired. */
const INDEX_SECONDS = 8 * 24 * 60 * 60;

/**
 * Enters a response into the index. Arguments: its name, its size, seconds to keep it, most bytes of all responses,
 * seconds to keep the index. Returns the names of the responses that must go, those used least recently.
 */
const KEEP = `
local ends, uses, sizes = KEYS[1], KEYS[2], KEYS[3]
local name, size, ttl, most = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local total = tonumber(redis.call('HGET', sizes, 'total') or '0')
local function remove(one)
  total = total - tonumber(redis.call('HGET', sizes, one) or '0')
  redis.call('HDEL', sizes, one)
  redis.call('ZREM', ends, one)
  redis.call('ZREM', uses, one)
end
remove(name)
for _, one in ipairs(redis.call('ZRANGEBYSCORE', ends, '-inf', now)) do remove(one) end
local evicted = {}
while total + size > most do
  local oldest = redis.call('ZRANGE', uses, 0, 0)[1]
  if not oldest then
    total = 0
    break
  end
  remove(oldest)
  evicted[#evicted + 1] = oldest
end
redis.call('ZADD', ends, string.format('%d', now + ttl * 1000), name)
redis.call('ZADD', uses, string.format('%d', now), name)
redis.call('HSET', sizes, name, ARGV[2], 'total', string.format('%d', total + size))
for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ARGV[5]) end
return evicted`;

type Commands = { switchboardKeepResponse(count: number, ...keysAndArguments: (string | number)[]): Promise<string[]> };

/** Keeps texts in Redis, at most `maxBytes` of all processes together. The least recently used go first. */
export function redisResponses(redis: Redis | Cluster, isDown: () => boolean, maxBytes: number): SharedResponses {
  redis.defineCommand("switchboardKeepResponse", { lua: KEEP });
  const commands = redis as unknown as Commands;
  return {
    isDown,
    async get(name) {
      const text = await redis.get(keyOf(name));
      if (text !== null) redis.zadd(INDEX[1], "XX", Date.now(), name).catch(() => undefined);
      return text;
    },
    async put(name, text, ttlSeconds) {
      const sizeBytes = Buffer.byteLength(text) + OVERHEAD_BYTES;
      if (sizeBytes > maxBytes) return;
      const limits = [ttlSeconds, maxBytes, INDEX_SECONDS];
      // Before the index knows it: another process could otherwise evict it before it is there.
      await redis.set(keyOf(name), text, "EX", ttlSeconds);
      const evicted = await commands.switchboardKeepResponse(INDEX.length, ...INDEX, name, sizeBytes, ...limits);
      if (evicted.length > 0) await redis.unlink(...evicted.map(keyOf));
    },
  };
}

function keyOf(name: string): string {
  return `${GROUP}:${name}`;
}

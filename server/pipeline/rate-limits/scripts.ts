// The algorithm of `memory-counters.ts` for Redis, where a script runs as one step. A counter of a period is a hash of
// amounts by bucket; the slots of requests in progress are a sorted set by the end of their lease (Unix ms).

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/**
 * Takes from all counters or none. Arguments: slot, lease in ms, `take` or `read`, then for each key: length of a bucket
 * in ms (0: slots), buckets that count besides the current one, limit, amount. Returns whether everything fits, the
 * time, then for each key what is used, ms until it is back to zero, and ms until the amount fits (0: now, -1: unknown).
 */
export const TAKE = `${NOW}
local slot, lease, mode = ARGV[1], tonumber(ARGV[2]), ARGV[3]
local fits = 1
local out = {1, now}
for i, key in ipairs(KEYS) do
  local at = 4 * i
  local size, kept = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
  local limit, amount = tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
  local used, reset, frees = 0, 0, 0
  if size == 0 then
    redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
    used = redis.call('ZCARD', key)
    if used + amount > limit then frees = -1 end
  else
    local current = math.floor(now / size)
    local stored = redis.call('HGETALL', key)
    local buckets = {}
    for j = 1, #stored, 2 do
      local bucket, count = tonumber(stored[j]), tonumber(stored[j + 1])
      if bucket < current - kept then
        redis.call('HDEL', key, stored[j])
      else
        used = used + count
        buckets[#buckets + 1] = {bucket, count}
      end
    end
    table.sort(buckets, function(one, other) return one[1] < other[1] end)
    local last = #buckets > 0 and buckets[#buckets][1] or current
    if #buckets > 0 then reset = (last + kept + 1) * size - now end
    local over = used + amount - limit
    if over > 0 then
      frees = (last + kept + 1) * size - now
      for _, bucket in ipairs(buckets) do
        over = over - bucket[2]
        if over <= 0 then
          frees = (bucket[1] + kept + 1) * size - now
          break
        end
      end
    end
  end
  if frees ~= 0 then fits = 0 end
  out[3 * i] = used
  out[3 * i + 1] = reset
  out[3 * i + 2] = frees
end
out[1] = fits
if fits == 0 or mode == 'read' then return out end
for i, key in ipairs(KEYS) do
  local at = 4 * i
  local size, kept, amount = tonumber(ARGV[at]), tonumber(ARGV[at + 1]), tonumber(ARGV[at + 3])
  if size == 0 then
    redis.call('ZADD', key, now + lease, slot)
    redis.call('PEXPIRE', key, lease)
    out[3 * i] = redis.call('ZCARD', key)
  elseif amount > 0 then
    local current = math.floor(now / size)
    redis.call('HINCRBY', key, string.format('%d', current), ARGV[at + 3])
    redis.call('PEXPIRE', key, (kept + 2) * size)
    out[3 * i] = out[3 * i] + amount
    out[3 * i + 1] = (current + kept + 1) * size - now
  end
end
return out`;

/**
 * Corrects what was counted and frees a slot. Arguments: slot, when it was counted (Unix ms), then for each key: length
 * of a bucket in ms, buckets that count besides the current one, and the amount to add.
 */
export const CORRECT = `${NOW}
local slot, counted = ARGV[1], tonumber(ARGV[2])
for i, key in ipairs(KEYS) do
  local at = 3 * i
  local size, kept, change = tonumber(ARGV[at]), tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
  if size == 0 then
    redis.call('ZREM', key, slot)
  else
    local bucket, current = math.floor(counted / size), math.floor(now / size)
    local field = string.format('%d', bucket)
    local stored = redis.call('HGET', key, field)
    if stored and bucket >= current - kept then
      local sum = math.max(0, tonumber(stored) + change)
      if sum > 0 then
        redis.call('HSET', key, field, string.format('%d', sum))
      else
        redis.call('HDEL', key, field)
      end
    elseif change > 0 then
      redis.call('HINCRBY', key, string.format('%d', current), ARGV[at + 2])
      redis.call('PEXPIRE', key, (kept + 2) * size)
    end
  end
end
return false`;

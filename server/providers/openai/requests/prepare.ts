import { createHash } from "node:crypto";
import { isRecord } from "#lib/is-record.ts";
import type { Block } from "../../exchange/json.ts";

const LONGEST_CACHE_KEY = 64;

/**
 * Returns a cache key that OpenAI takes, the same for the same key: it only chooses where the cache is looked for
 * (https://github.com/theopenco/llmgateway/pull/3110).
 */
export function shortCacheKey(key: string): string {
  return key.length > LONGEST_CACHE_KEY ? createHash("sha256").update(key).digest("hex") : key;
}

/** Replaces a cache key that is too long. */
export function withShortCacheKey(body: Block): Block {
  const { prompt_cache_key: key } = body;
  return typeof key === "string" && key.length > LONGEST_CACHE_KEY
    ? { ...body, prompt_cache_key: shortCacheKey(key) }
    : body;
}

/** Models that never reason, so that there is nothing to encrypt. */
const WITHOUT_REASONING = /^(?:gpt-[34]|chatgpt-|gpt-5-chat)/;
const ENCRYPTED = "reasoning.encrypted_content";

/**
 * Does not ask for encrypted reasoning of a model without any ("Encrypted content is not supported with this model",
 * https://github.com/pydantic/pydantic-ai/issues/2865); clients without storage always ask for it.
 */
export function withoutEncrypted(body: Block): Block {
  const { include } = body;
  if (!Array.isArray(include) || !include.includes(ENCRYPTED) || !WITHOUT_REASONING.test(String(body.model)))
    return body;
  return { ...body, include: include.filter((name) => name !== ENCRYPTED) };
}

/** Requests usage in a chat stream, whatever the caller set, so that costs need not be estimated. */
export function withStreamUsage(body: Block): Block {
  if (body.stream !== true) return body;
  const options = isRecord(body.stream_options) ? body.stream_options : {};
  return { ...body, stream_options: { ...options, include_usage: true } };
}

/** Turns off storage: the API keeps no response, and the upstream stores by default. */
export function withoutStore(body: Block): Block {
  return { ...body, store: false };
}

/**
 * Renames the output limit: OpenAI's reasoning models reject the older name, and all models accept the newer one, but
 * not both.
 */
export function withCompletionLimit(body: Block): Block {
  if (body.max_tokens === undefined) return body;
  const { max_tokens, ...rest } = body;
  return { ...rest, max_completion_tokens: rest.max_completion_tokens ?? max_tokens };
}

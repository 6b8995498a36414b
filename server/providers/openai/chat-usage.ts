import { type Block, block } from "../exchange/json.ts";
import { count, split, withoutZeros } from "../usage/tokens.ts";
import type { Usage } from "../usage/usage.ts";

/**
 * Reads a chat completion's `usage`, of OpenAI and of providers with extra fields (DeepSeek `prompt_cache_hit_tokens`,
 * Moonshot `cached_tokens`, proxies that add Anthropic's fields). If a count appears twice, the larger applies: a
 * dialect's unused field is 0, not absent.
 */
export function chatUsage(raw: Block): Usage {
  const input = inputTokens(raw);
  const output = outputTokens(raw);
  return withoutZeros({
    input_tokens: input.rest,
    cache_read_tokens: input.cacheRead,
    cache_read_audio_tokens: input.cachedAudio,
    cache_write_tokens: input.cacheWrite,
    cache_storage_tokens: input.storage,
    input_audio_tokens: input.audio,
    input_image_tokens: input.image,
    output_tokens: output.rest,
    reasoning_tokens: Math.min(output.reasoning, output.rest),
    output_audio_tokens: output.audio,
    output_image_tokens: output.image,
    web_searches: webSearches(raw),
    file_searches: fileSearches(raw),
  });
}

function inputTokens(raw: Block) {
  const details = block(raw.prompt_tokens_details);
  const cachedDetails = block(details.cached_tokens_details);
  const hit = count(raw.prompt_cache_hit_tokens);
  const read = largest(cachedTokens(raw), hit, raw.cached_tokens, raw.cache_read_input_tokens);
  const written = largest(details.cache_write_tokens, details.cache_creation_tokens, raw.cache_creation_input_tokens);
  const promptTokens = largest(raw.prompt_tokens, hit + count(raw.prompt_cache_miss_tokens));
  const isApart = cacheIsApart(raw, promptTokens, read, written);
  const storage = isApart ? 0 : storedTokens(promptTokens, read, written);
  const cachedAudio = Math.min(count(cachedDetails.audio_tokens), read);
  const inputParts = split(isApart ? promptTokens + read + written : promptTokens, {
    cachedAudio,
    cacheRead: read - cachedAudio,
    cacheWrite: written - storage,
    audio: count(count(details.audio_tokens) - count(cachedDetails.audio_tokens)),
    image: count(count(details.image_tokens) - count(cachedDetails.image_tokens)),
  });
  return { ...inputParts, storage };
}

/**
 * Returns the cached tokens in the details. Mistral has a second spelling for them, and its own field, which some
 * responses have instead (https://docs.mistral.ai/api, UsageInfo).
 */
function cachedTokens({ prompt_tokens_details: details, prompt_token_details: spelled, num_cached_tokens }: Block) {
  return block(details).cached_tokens ?? block(spelled).cached_tokens ?? num_cached_tokens;
}

/**
 * Returns whether the prompt count excludes cached tokens, as Anthropic counts. It does if a part is larger than the
 * prompt count, or if the total shows it.
 */
function cacheIsApart(raw: Block, promptTokens: number, read: number, written: number): boolean {
  if (read + written <= promptTokens) return false;
  if (Math.max(read, written) > promptTokens) return true;
  return count(raw.total_tokens) - count(raw.completion_tokens) >= promptTokens + read + written;
}

/**
 * Returns the tokens that were written to a cache and read from it in the same request. OpenRouter's Gemini models do
 * this: both counts cover the same tokens, and the write costs their storage in addition to the read.
 */
function storedTokens(promptTokens: number, read: number, written: number): number {
  const isSame = read === written || read + written > promptTokens;
  return isSame ? Math.min(read, written) : 0;
}

function outputTokens(raw: Block) {
  const details = block(raw.completion_tokens_details);
  const reasoning = largest(details.reasoning_tokens, raw.reasoning_tokens);
  const promptTokens = count(raw.completion_tokens);
  const apart = reasoningIsApart(raw, promptTokens, reasoning);
  const total = apart ? promptTokens + reasoning : promptTokens;
  return {
    ...split(total, { audio: count(details.audio_tokens), image: count(details.image_tokens) }),
    reasoning,
  };
}

/**
 * Returns whether reasoning is counted outside of the completion, as xAI does: the total shows it, or reasoning exceeds
 * the completion.
 */
function reasoningIsApart(raw: Block, completion: number, reasoning: number): boolean {
  if (reasoning === 0) return false;
  if (reasoning > completion) return true;
  return count(raw.total_tokens) - count(raw.prompt_tokens) - completion === reasoning;
}

/**
 * Returns the number of web searches. OpenRouter, Perplexity and xAI use different names; xAI bills a search of X like
 * a search of the web.
 */
function webSearches(raw: Block): number {
  const tools = block(raw.server_side_tool_usage_details);
  const searches = count(tools.web_search_calls) + count(tools.x_search_calls);
  return largest(
    block(raw.server_tool_use).web_search_requests,
    raw.num_search_queries,
    raw.num_sources_used,
    searches,
  );
}

function fileSearches(raw: Block): number {
  const tools = block(raw.server_side_tool_usage_details);
  return count(tools.file_search_calls) + count(tools.document_search_calls);
}

function largest(one: unknown, two: unknown, three?: unknown, four?: unknown): number {
  return Math.max(count(one), count(two), count(three), count(four));
}

import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import { type Block, block, list } from "../json.ts";
import { neutralUsage } from "../neutral-usage.ts";
import { count, withoutZeros } from "../tokens.ts";
import type { Usage } from "../usage.ts";

/**
 * Reads a message's `usage`, whose counts are disjoint already. With server-side compaction the top level leaves out
 * the compaction's own tokens, and the bill is the sum over `iterations`.
 */
export function messagesUsage(raw: Block): Usage {
  const parts = billed(raw);
  const cacheWrite1h = sum(parts, (part) => count(block(part.cache_creation).ephemeral_1h_input_tokens));
  const output = sum(parts, (part) => count(part.output_tokens));
  return withoutZeros({
    input_tokens: sum(parts, (part) => count(part.input_tokens)),
    cache_read_tokens: sum(parts, (part) => count(part.cache_read_input_tokens)),
    cache_write_tokens: Math.max(0, sum(parts, cacheWrites) - cacheWrite1h),
    cache_write_1h_tokens: cacheWrite1h,
    output_tokens: output,
    reasoning_tokens: Math.min(count(block(raw.output_tokens_details).thinking_tokens), output),
    web_searches: count(block(raw.server_tool_use).web_search_requests),
  });
}

/**
 * Reads the neutral model's usage. Its `raw` is the last event's block laid over the first one's, nulls included, so
 * that what the first event said of the cache may be null there: the neutral counts then hold.
 */
export function neutralMessagesUsage(usage: LanguageModelV4Usage): Usage {
  const { raw, inputTokens, outputTokens } = usage;
  if (!raw) return neutralUsage(usage);
  return messagesUsage({
    ...raw,
    input_tokens: raw.input_tokens ?? inputTokens.noCache,
    cache_read_input_tokens: raw.cache_read_input_tokens ?? inputTokens.cacheRead,
    cache_creation_input_tokens: raw.cache_creation_input_tokens ?? inputTokens.cacheWrite,
    output_tokens: raw.output_tokens ?? outputTokens.total,
  });
}

/** Iterations of another model (`advisor_message`) or of a fallback are not this model's to price; the top level is. */
function billed(raw: Block): Block[] {
  const iterations = list(raw.iterations).map(block);
  if (iterations.some(({ type }) => type === "fallback_message")) return [raw];
  const own = iterations.filter(({ type }) => type === "message" || type === "compaction");
  return own.some(({ type }) => type === "compaction") ? own : [raw];
}

/** The old total and the newer split by lifetime: either may be 0 while the other holds the count. */
function cacheWrites(part: Block): number {
  const byLifetime = block(part.cache_creation);
  const sumOfLifetimes = count(byLifetime.ephemeral_5m_input_tokens) + count(byLifetime.ephemeral_1h_input_tokens);
  return Math.max(count(part.cache_creation_input_tokens), sumOfLifetimes);
}

function sum(parts: Block[], read: (part: Block) => number): number {
  return parts.reduce((total, part) => total + read(part), 0);
}

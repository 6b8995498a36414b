import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import { type Block, block, list } from "../exchange/json.ts";
import { neutralUsage } from "../usage/neutral-usage.ts";
import { count, withoutZeros } from "../usage/tokens.ts";
import type { OtherUsage, Usage } from "../usage/usage.ts";

/**
 * Reads a message's `usage`, whose counts are already disjoint. With server-side compaction, an advisor or a fallback,
 * the top level omits billed tokens, and the total is the sum of all `iterations` of every model.
 */
export function messagesUsage(raw: Block): Usage {
  const parts = billedBlocks(raw);
  const usage = tokensOf(parts);
  const { output_tokens: output } = usage;
  return withoutZeros({
    ...usage,
    reasoning_tokens: Math.min(count(block(raw.output_tokens_details).thinking_tokens), output),
    web_searches: count(block(raw.server_tool_use).web_search_requests),
  });
}

/** Returns the part of a message's usage from other models, each billed at its own prices. */
export function messagesOthers(raw: Block): OtherUsage[] {
  const parts = billedBlocks(raw).filter(isOther);
  const byModel = Map.groupBy(parts, ({ model }) => String(model ?? "").slice(0, LONGEST_NAME));
  return [...byModel].map(([model, own]) => ({ model, usage: withoutZeros(tokensOf(own)) }));
}

const LONGEST_NAME = 256;

function tokensOf(parts: Block[]) {
  const cacheWrite1h = sum(parts, (part) => count(block(part.cache_creation).ephemeral_1h_input_tokens));
  return {
    input_tokens: sum(parts, (part) => count(part.input_tokens)),
    cache_read_tokens: sum(parts, (part) => count(part.cache_read_input_tokens)),
    cache_write_tokens: Math.max(0, sum(parts, cacheWrites) - cacheWrite1h),
    cache_write_1h_tokens: cacheWrite1h,
    output_tokens: sum(parts, (part) => count(part.output_tokens)),
  };
}

/**
 * Reads the neutral model's usage. Its `raw` is the last event's block merged over the first one's, including nulls, so
 * cache counts from the first event may be null there; the neutral counts then apply.
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

/**
 * Returns the billed blocks of a usage: the iterations if they report more than the top level, else the top level. An
 * attempt that was declined before it produced output is not billed
 * (https://platform.claude.com/docs/en/build-with-claude/refusals-and-fallback).
 */
function billedBlocks(raw: Block): Block[] {
  const iterations = list(raw.iterations).map(block);
  if (!iterations.some(({ type }) => type !== "message")) return [raw];
  const isServedByFallback = iterations.some(({ type }) => type === "fallback_message");
  const isDeclined = ({ type, output_tokens }: Block) => type === "message" && count(output_tokens) === 0;
  const parts = iterations.filter((one) => !(isServedByFallback && isDeclined(one)));
  // If the list omits the response's own part, the top level contains it.
  return parts.some((one) => !isAdvice(one)) ? parts : [raw, ...parts];
}

function isAdvice({ type }: Block): boolean {
  return type === "advisor_message";
}

/** Returns whether another model ran an iteration. An unknown kind counts as such if it names a model. */
function isOther({ type, model }: Block): boolean {
  if (type === "message" || type === "compaction") return false;
  return isAdvice({ type }) || type === "fallback_message" || typeof model === "string";
}

/**
 * Returns the cache writes by lifetime, from the old total and the newer split; either may be 0 while the other has the
 * count.
 */
function cacheWrites(part: Block): number {
  const byLifetime = block(part.cache_creation);
  const sumOfLifetimes = count(byLifetime.ephemeral_5m_input_tokens) + count(byLifetime.ephemeral_1h_input_tokens);
  return Math.max(count(part.cache_creation_input_tokens), sumOfLifetimes);
}

function sum(parts: Block[], read: (part: Block) => number): number {
  return parts.reduce((total, part) => total + read(part), 0);
}

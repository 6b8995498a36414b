import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import { type Block, block, list } from "../exchange/json.ts";
import { neutralUsage } from "../usage/neutral-usage.ts";
import { count, withoutZeros } from "../usage/tokens.ts";
import type { OtherUsage, Usage } from "../usage/usage.ts";

/**
 * Reads a message's `usage`, whose counts are disjoint already. With server-side compaction, an advisor or a fallback the
 * top level leaves tokens out that are billed, and the bill is the sum over `iterations`, of every model.
 */
export function messagesUsage(raw: Block): Usage {
  const parts = billed(raw);
  const used = tokensOf(parts);
  const { output_tokens: output } = used;
  return withoutZeros({
    ...used,
    reasoning_tokens: Math.min(count(block(raw.output_tokens_details).thinking_tokens), output),
    web_searches: count(block(raw.server_tool_use).web_search_requests),
  });
}

/** The part of a message's usage that other models than its own used, each billed at its own model's prices. */
export function messagesOthers(raw: Block): OtherUsage[] {
  const parts = billed(raw).filter(isOther);
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

/**
 * What of a usage block is billed: each iteration where they say more than the top level, else that. An attempt that was
 * declined before it wrote anything is not billed
 * (https://platform.claude.com/docs/en/build-with-claude/refusals-and-fallback).
 */
function billed(raw: Block): Block[] {
  const iterations = list(raw.iterations).map(block);
  if (!iterations.some(({ type }) => type !== "message")) return [raw];
  const isServedByFallback = iterations.some(({ type }) => type === "fallback_message");
  const isDeclined = ({ type, output_tokens }: Block) => type === "message" && count(output_tokens) === 0;
  const parts = iterations.filter((one) => !(isServedByFallback && isDeclined(one)));
  // An answer whose own part is left out of the list has it at the top.
  return parts.some((one) => !isAdvice(one)) ? parts : [raw, ...parts];
}

function isAdvice({ type }: Block): boolean {
  return type === "advisor_message";
}

/** An iteration that another model has run; one of a kind that nobody knows says by its name that it is one. */
function isOther({ type, model }: Block): boolean {
  if (type === "message" || type === "compaction") return false;
  return isAdvice({ type }) || type === "fallback_message" || typeof model === "string";
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

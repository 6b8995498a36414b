import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import { count, withoutZeros } from "./tokens.ts";
import type { Usage } from "./usage.ts";

/** The usage of a neutral model that gives no block of its upstream. */
export function neutralUsage({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage {
  const cacheRead = count(inputTokens.cacheRead);
  const cacheWrite = count(inputTokens.cacheWrite);
  const output = count(outputTokens.total ?? count(outputTokens.text) + count(outputTokens.reasoning));
  return withoutZeros({
    input_tokens: count(inputTokens.noCache ?? count(inputTokens.total) - cacheRead - cacheWrite),
    cache_read_tokens: cacheRead,
    cache_write_tokens: cacheWrite,
    output_tokens: output,
    reasoning_tokens: Math.min(count(outputTokens.reasoning), output),
  });
}

/** Reads the upstream's own block where the neutral model kept it, which says more than the neutral counts. */
export function usageFrom(read: (raw: Record<string, unknown>) => Usage): (usage: LanguageModelV4Usage) => Usage {
  return (usage) => (usage.raw ? read(usage.raw) : neutralUsage(usage));
}

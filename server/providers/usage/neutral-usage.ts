import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import { count, withoutZeros } from "./tokens.ts";
import type { Usage } from "./usage.ts";

/** Reads the usage of a neutral model without its upstream's usage block. */
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

/**
 * Returns a reader that prefers the upstream's own block if the neutral model kept it, since it has more detail than
 * the neutral counts.
 */
export function usageFrom(read: (raw: Record<string, unknown>) => Usage): (usage: LanguageModelV4Usage) => Usage {
  return (usage) => (usage.raw ? read(usage.raw) : neutralUsage(usage));
}

import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { Usage } from "#server/providers/usage/usage.ts";

/**
 * Returns the usage that a response reports, by billing unit. Provider SDK packages miss some upstream fields (cached
 * tokens of DeepSeek and Moonshot) and return negative counts for a prompt counted without its cached part.
 */
export function countUsage(reported: LanguageModelV4Usage, counted: Usage): LanguageModelV4Usage {
  const { inputTokens, outputTokens } = reported;
  const fresh = sum(counted.input_tokens, counted.input_audio_tokens, counted.input_image_tokens);
  const cacheRead = sum(counted.cache_read_tokens, counted.cache_read_audio_tokens);
  const cacheWrite = sum(counted.cache_write_tokens, counted.cache_write_1h_tokens);
  const output = sum(counted.output_tokens, counted.output_audio_tokens, counted.output_image_tokens);
  const reasoning = sum(counted.reasoning_tokens);
  return {
    ...reported,
    inputTokens: isReported(inputTokens)
      ? {
          total: fresh + cacheRead + cacheWrite,
          noCache: fresh,
          cacheRead: unlessUnused(inputTokens.cacheRead, cacheRead),
          cacheWrite: unlessUnused(inputTokens.cacheWrite, cacheWrite),
        }
      : inputTokens,
    outputTokens: isReported(outputTokens)
      ? { total: output, text: output - reasoning, reasoning: unlessUnused(outputTokens.reasoning, reasoning) }
      : outputTokens,
  };
}

function isReported(counts: Record<string, number | undefined>): boolean {
  return Object.values(counts).some((count) => count !== undefined);
}

/** Leaves a count undefined if the upstream never reported it. */
function unlessUnused(reported: number | undefined, counted: number): number | undefined {
  return reported === undefined && counted === 0 ? undefined : counted;
}

function sum(...counts: (number | undefined)[]): number {
  return counts.reduce<number>((total, count) => total + (count ?? 0), 0);
}

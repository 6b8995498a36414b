import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { Usage } from "#server/providers/usage/usage.ts";

/**
 * The usage that a reply tells, by what is charged for. Vendors' packages do not know every field that upstreams count
 * in (DeepSeek's and Moonshot's cached tokens), and make less than nothing of a prompt counted without its cached part.
 */
export function countedUsage(told: LanguageModelV4Usage, counted: Usage): LanguageModelV4Usage {
  const { inputTokens, outputTokens } = told;
  const fresh = sum(counted.input_tokens, counted.input_audio_tokens, counted.input_image_tokens);
  const cacheRead = sum(counted.cache_read_tokens, counted.cache_read_audio_tokens);
  const cacheWrite = sum(counted.cache_write_tokens, counted.cache_write_1h_tokens);
  const output = sum(counted.output_tokens, counted.output_audio_tokens, counted.output_image_tokens);
  const reasoning = sum(counted.reasoning_tokens);
  return {
    ...told,
    inputTokens: isTold(inputTokens)
      ? {
          total: fresh + cacheRead + cacheWrite,
          noCache: fresh,
          cacheRead: whereTold(inputTokens.cacheRead, cacheRead),
          cacheWrite: whereTold(inputTokens.cacheWrite, cacheWrite),
        }
      : inputTokens,
    outputTokens: isTold(outputTokens)
      ? { total: output, text: output - reasoning, reasoning: whereTold(outputTokens.reasoning, reasoning) }
      : outputTokens,
  };
}

function isTold(counts: Record<string, number | undefined>): boolean {
  return Object.values(counts).some((count) => count !== undefined);
}

/** What an upstream has never counted stays unsaid. */
function whereTold(told: number | undefined, counted: number): number | undefined {
  return told === undefined && counted === 0 ? undefined : counted;
}

function sum(...counts: (number | undefined)[]): number {
  return counts.reduce<number>((total, count) => total + (count ?? 0), 0);
}

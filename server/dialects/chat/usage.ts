import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import { costFields } from "../cost-fields.ts";
import type { Body, EncodeContext } from "../dialect.ts";
import { omitUndefined } from "../read-field.ts";

/** Returns the usage block of a completion; undefined if the upstream reported none. */
export function usageBlock(usage: LanguageModelV4Usage, context: EncodeContext): Body | undefined {
  const { inputTokens, outputTokens } = usage;
  if (inputTokens.total === undefined && outputTokens.total === undefined) return undefined;
  const prompt = inputTokens.total ?? 0;
  const completion = outputTokens.total ?? 0;
  return omitUndefined({
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: omitUndefined({
      cached_tokens: inputTokens.cacheRead ?? 0,
      cache_write_tokens: inputTokens.cacheWrite,
    }),
    completion_tokens_details: { reasoning_tokens: outputTokens.reasoning ?? 0 },
    ...costFields(usage, context),
  });
}

import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import { costFields } from "../cost-fields.ts";
import type { Body, EncodeContext } from "../dialect.ts";
import { omitUndefined } from "../read-field.ts";

/** Returns the usage block of a response; null if the upstream reported none. */
export function usageBlock(usage: LanguageModelV4Usage | undefined, context: EncodeContext): Body | null {
  if (!usage) return null;
  const { inputTokens, outputTokens } = usage;
  if (inputTokens.total === undefined && outputTokens.total === undefined) return null;
  const input = inputTokens.total ?? 0;
  const output = outputTokens.total ?? 0;
  return omitUndefined({
    input_tokens: input,
    input_tokens_details: omitUndefined({
      cached_tokens: inputTokens.cacheRead ?? 0,
      cache_write_tokens: inputTokens.cacheWrite,
    }),
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: outputTokens.reasoning ?? 0 },
    total_tokens: input + output,
    ...costFields(usage, context),
  });
}

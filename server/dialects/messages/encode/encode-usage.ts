import type { LanguageModelV4Usage } from "@ai-sdk/provider";

/** Fields of an Anthropic usage that the neutral form lacks. */
const RAW_KEYS = ["cache_creation", "server_tool_use", "inference_geo", "service_tier"];

/**
 * Returns the tokens of the whole response. `input_tokens` excludes tokens read from or written to a cache, as the
 * dialect requires. A missing number falls back to the one at the start, or to 0. `cost`: the cost fields of the usage
 * (`costFields`).
 */
export function encodeUsage(
  usage: LanguageModelV4Usage,
  start: Record<string, unknown>,
  cost: Record<string, unknown>,
): Record<string, unknown> {
  const { inputTokens, outputTokens } = usage;
  const cacheRead = inputTokens.cacheRead ?? start.cache_read_input_tokens ?? 0;
  const cacheWrite = inputTokens.cacheWrite ?? start.cache_creation_input_tokens ?? 0;
  return {
    input_tokens: freshInput(inputTokens) ?? start.input_tokens ?? 0,
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cacheRead,
    output_tokens: outputTokens.total ?? sum(outputTokens.text, outputTokens.reasoning),
    ...(outputTokens.reasoning !== undefined && {
      output_tokens_details: { thinking_tokens: outputTokens.reasoning },
    }),
    ...anthropicFacts(usage),
    ...cost,
  };
}

function freshInput(input: LanguageModelV4Usage["inputTokens"]): number | undefined {
  if (input.noCache !== undefined) return input.noCache;
  if (input.total === undefined) return undefined;
  return Math.max(0, input.total - sum(input.cacheRead, input.cacheWrite));
}

function sum(left: number | undefined, right: number | undefined): number {
  return (left ?? 0) + (right ?? 0);
}

/** Other providers use some of these names differently, so only a usage in Anthropic's form is read. */
function anthropicFacts({ raw }: LanguageModelV4Usage): Record<string, unknown> {
  if (raw === undefined || !("cache_creation_input_tokens" in raw)) return {};
  return Object.fromEntries(RAW_KEYS.flatMap((key) => (raw[key] ? [[key, raw[key]]] : [])));
}

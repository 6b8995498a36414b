import type { ResponseFacts } from "#server/pipeline/media/media-operation.ts";

/** Returns a request's usage, in tokens if its provider counts them, and its cost. */
export function usageOf({ usage, cost, isByok }: ResponseFacts) {
  const { promptTokens, completionTokens } = tokensOf(usage);
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    cost,
    is_byok: isByok,
  };
}

export function tokensOf(usage: ResponseFacts["usage"]) {
  const { input_tokens: text = 0, cache_read_tokens: cached = 0, input_image_tokens: image = 0 } = usage;
  const { output_tokens: words = 0, output_image_tokens: pictures = 0 } = usage;
  return {
    promptTokens: text + cached + image,
    completionTokens: words + pictures,
    input: { text_tokens: text + cached, image_tokens: image },
    output: { text_tokens: words, image_tokens: pictures },
  };
}

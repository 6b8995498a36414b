import { type Block, block } from "../exchange/json.ts";
import { count, split, withoutZeros } from "../usage/tokens.ts";
import type { Usage } from "../usage/usage.ts";

/**
 * Reads the `usage` of an image request. Output tokens are image tokens except for the reported text tokens; the first
 * models report only the sum. Returns undefined if nothing was counted.
 */
export function imageUsage(raw: Block): Usage | undefined {
  const input = block(raw.input_tokens_details);
  const output = block(raw.output_tokens_details);
  const inputParts = split(count(raw.input_tokens), {
    cached: count(input.cached_tokens),
    image: count(input.image_tokens),
  });
  const outputParts = split(count(raw.output_tokens), { text: count(output.text_tokens) });
  if (outputParts.rest === 0 && outputParts.text === 0) return undefined;
  return withoutZeros({
    input_tokens: inputParts.rest,
    cache_read_tokens: inputParts.cached,
    input_image_tokens: inputParts.image,
    output_tokens: outputParts.text,
    output_image_tokens: outputParts.rest,
  });
}

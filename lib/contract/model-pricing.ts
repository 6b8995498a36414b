import { z } from "zod";

const price = z.string().optional();

const PricingOverride = z.object({
  min_prompt_tokens: z.number().int().optional().describe("Applies to prompts of at least this many tokens"),
  utc_start: z.number().int().optional().describe("UTC time as HHMM"),
  utc_end: z.number().int().optional().describe("UTC time as HHMM"),
  prompt: price,
  completion: price,
  audio: price,
  input_cache_read: price,
  input_cache_write: price,
  input_cache_write_1h: price,
});

/** USD per token (or per unit), as decimal strings. */
export const Pricing = z
  .object({
    prompt: z.string().describe("Per prompt token. `-1` if unknown."),
    completion: z.string(),
    request: z.string(),
    image: z.string().describe("Per generated image"),
    megapixel: price.describe("Per million pixels of input or output images"),
    image_token: price,
    image_output: price,
    audio: price,
    audio_output: price,
    input_cache_read: price,
    input_cache_write: price,
    input_cache_write_1h: price,
    internal_reasoning: price,
    web_search: price,
    search: price.describe("Per rerank search unit"),
    second: price.describe("Per second of audio or video"),
    character: price,
    discount: z.number().optional(),
    overrides: z.array(PricingOverride).optional().describe("Prices that apply instead under certain conditions"),
  })
  .meta({ id: "Pricing" });

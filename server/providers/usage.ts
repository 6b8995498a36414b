/**
 * What one attempt used, as disjoint counts: each token is in exactly one of the token units below,
 * except that `reasoning_tokens` is the part of `output_tokens` spent on reasoning.
 */
export type Usage = {
  /** Input tokens neither read from nor written to a cache; text only. */
  input_tokens?: number;
  cache_read_tokens?: number;
  /** Written to a cache with the provider's short lifetime (Anthropic: five minutes). */
  cache_write_tokens?: number;
  cache_write_1h_tokens?: number;
  /** Output tokens, reasoning included; text only. */
  output_tokens?: number;
  /** The part of `output_tokens` spent on reasoning. */
  reasoning_tokens?: number;
  input_audio_tokens?: number;
  output_audio_tokens?: number;
  input_image_tokens?: number;
  output_image_tokens?: number;
  requests?: number;
  web_searches?: number;
  images?: number;
  megapixels?: number;
  seconds?: number;
  characters?: number;
  search_units?: number;
};

/** The units a price can be given for. */
export type UsageUnit = keyof Usage;

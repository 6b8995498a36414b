/**
 * What one attempt used, as disjoint counts: each token is in exactly one of the token units below,
 * except that `reasoning_tokens` is the part of `output_tokens` spent on reasoning, and `cache_storage_tokens` are read too.
 */
export type Usage = {
  /** Input tokens neither read from nor written to a cache; text only. */
  input_tokens?: number;
  cache_read_tokens?: number;
  /** Audio read from a cache. */
  cache_read_audio_tokens?: number;
  /** Written to a cache with the provider's short lifetime (Anthropic: five minutes). */
  cache_write_tokens?: number;
  cache_write_1h_tokens?: number;
  /** Storage of tokens that one request wrote to a cache and read from it: they count as `cache_read_tokens` too. */
  cache_storage_tokens?: number;
  /** Output tokens, reasoning included; text only. */
  output_tokens?: number;
  /** The part of `output_tokens` spent on reasoning. */
  reasoning_tokens?: number;
  input_audio_tokens?: number;
  output_audio_tokens?: number;
  input_image_tokens?: number;
  output_image_tokens?: number;
  requests?: number;
  /** Searches of the web that the provider ran: one for each query. */
  web_searches?: number;
  /** 1 where the response is grounded in searches, however many: what some providers bill in place of each query. */
  grounded_requests?: number;
  /** Searches of stored files that the provider ran. */
  file_searches?: number;
  images?: number;
  megapixels?: number;
  seconds?: number;
  characters?: number;
  search_units?: number;
};

/** What another model than the one asked for used within a call: an advisor, or a fallback. `model`: its name upstream. */
export type OtherUsage = { model: string; usage: Usage };

/** The units a price can be given for. */
export type UsageUnit = keyof Usage;

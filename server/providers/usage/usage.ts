/**
 * The usage of one attempt in disjoint counts: each token is in exactly one token unit below, except that
 * `reasoning_tokens` is a part of `output_tokens`, and `cache_storage_tokens` are also counted as read.
 */
export type Usage = {
  /** Input tokens neither read from nor written to a cache; text only. */
  input_tokens?: number;
  cache_read_tokens?: number;
  /** Audio tokens read from a cache. */
  cache_read_audio_tokens?: number;
  /** Written to a cache with the provider's short lifetime (Anthropic: five minutes). */
  cache_write_tokens?: number;
  cache_write_1h_tokens?: number;
  /**
   * Storage of tokens that one request both wrote to a cache and read from it; they also count as `cache_read_tokens`.
   */
  cache_storage_tokens?: number;
  /** Output tokens including reasoning; text only. */
  output_tokens?: number;
  /** The part of `output_tokens` spent on reasoning. */
  reasoning_tokens?: number;
  input_audio_tokens?: number;
  output_audio_tokens?: number;
  input_image_tokens?: number;
  output_image_tokens?: number;
  requests?: number;
  /** Web searches that the provider ran, one per query. */
  web_searches?: number;
  /** 1 if the response is grounded in at least one search: some providers bill this instead of each query. */
  grounded_requests?: number;
  /** 1 if the response is grounded in the provider's maps. */
  map_requests?: number;
  /** Searches of stored files that the provider ran. */
  file_searches?: number;
  /** Containers in which the provider ran code. */
  containers?: number;
  images?: number;
  megapixels?: number;
  seconds?: number;
  characters?: number;
  search_units?: number;
};

/** The usage of another model within a request: an advisor or a fallback. `model`: its upstream name. */
export type OtherUsage = { model: string; usage: Usage };

/** The units that can have a price. */
export type UsageUnit = keyof Usage;

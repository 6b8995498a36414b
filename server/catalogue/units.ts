import type { UsageUnit } from "#server/providers/usage/usage.ts";

const NAMES: Record<UsageUnit, true> = {
  input_tokens: true,
  cache_read_tokens: true,
  cache_read_audio_tokens: true,
  cache_write_tokens: true,
  cache_write_1h_tokens: true,
  cache_storage_tokens: true,
  output_tokens: true,
  reasoning_tokens: true,
  input_audio_tokens: true,
  output_audio_tokens: true,
  input_image_tokens: true,
  output_image_tokens: true,
  requests: true,
  web_searches: true,
  grounded_requests: true,
  map_requests: true,
  file_searches: true,
  containers: true,
  images: true,
  megapixels: true,
  seconds: true,
  characters: true,
  search_units: true,
};

/** Every unit that can have a price. */
export const USAGE_UNITS = Object.keys(NAMES) as UsageUnit[];

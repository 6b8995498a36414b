import { nanoUsdOf } from "./nano-usd.ts";

type Unit = { name: string; per: string; unit: "million" | "one" };

/** The units a provider may bill by, as the API's price rows name them, and the quantity a price is quoted for. */
const USAGE_UNITS: Record<string, Unit> = {
  input_tokens: { name: "Input", per: "M tokens", unit: "million" },
  output_tokens: { name: "Output", per: "M tokens", unit: "million" },
  input_image_tokens: { name: "Image input", per: "M tokens", unit: "million" },
  output_image_tokens: { name: "Image output", per: "M tokens", unit: "million" },
  input_audio_tokens: { name: "Audio input", per: "M tokens", unit: "million" },
  output_audio_tokens: { name: "Audio output", per: "M tokens", unit: "million" },
  cache_read_tokens: { name: "Cached input", per: "M tokens", unit: "million" },
  cache_read_audio_tokens: { name: "Cached audio input", per: "M tokens", unit: "million" },
  cache_write_tokens: { name: "Cache write", per: "M tokens", unit: "million" },
  cache_write_1h_tokens: { name: "Cache write, 1 hour", per: "M tokens", unit: "million" },
  cache_storage_tokens: { name: "Cache storage", per: "M tokens", unit: "million" },
  reasoning_tokens: { name: "Reasoning", per: "M tokens", unit: "million" },
  characters: { name: "Text", per: "M characters", unit: "million" },
  seconds: { name: "Duration", per: "second", unit: "one" },
  images: { name: "Image", per: "image", unit: "one" },
  megapixels: { name: "Pixels", per: "megapixel", unit: "one" },
  search_units: { name: "Reranking", per: "search", unit: "one" },
  web_searches: { name: "Web search", per: "search", unit: "one" },
  grounded_requests: { name: "Grounded request", per: "request", unit: "one" },
  map_requests: { name: "Request grounded in maps", per: "request", unit: "one" },
  file_searches: { name: "File search", per: "search", unit: "one" },
  containers: { name: "Code container", per: "container", unit: "one" },
  requests: { name: "Request", per: "request", unit: "one" },
};

const MILLION = 1_000_000;

/** Returns a unit; an unknown one is named by its id. */
export function usageUnit(id: string): Unit {
  return USAGE_UNITS[id] ?? { name: id.replaceAll("_", " "), per: "M", unit: "million" };
}

/**
 * Converts a quoted price (USD per million tokens, per second) to the API's form: integer nano-USD per million units.
 * Returns undefined if it is negative, has too many decimals or is too large to be exact.
 */
export function nanoUsdPerMillion(id: string, usd: number): number | undefined {
  const nanoUsd = nanoUsdOf(usd);
  if (nanoUsd === undefined || usageUnit(id).unit === "million") return nanoUsd;
  return Number.isSafeInteger(nanoUsd * MILLION) ? nanoUsd * MILLION : undefined;
}

/** Converts the API's form back to a quoted price. */
export function usdOfPrice(id: string, nanoPerMillion: number): number {
  return nanoPerMillion / (usageUnit(id).unit === "million" ? 1e9 : 1e15);
}

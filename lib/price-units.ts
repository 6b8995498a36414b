import { formatPerMillion, formatUsd } from "./format.ts";
import { type Prices, tokenPrice } from "./token-price.ts";

/** The unit of each price of the catalogue; tokens and characters are shown per million. */
export const PRICE_UNITS: Record<string, { name: string; unit: "million" | "one"; per: string }> = {
  prompt: { name: "Input", unit: "million", per: "M tokens" },
  completion: { name: "Output", unit: "million", per: "M tokens" },
  input_cache_read: { name: "Cached input", unit: "million", per: "M tokens" },
  input_cache_write: { name: "Cache write", unit: "million", per: "M tokens" },
  input_cache_write_1h: { name: "Cache write, 1 hour", unit: "million", per: "M tokens" },
  internal_reasoning: { name: "Reasoning", unit: "million", per: "M tokens" },
  image_token: { name: "Image input", unit: "million", per: "M tokens" },
  image_output: { name: "Image output", unit: "million", per: "M tokens" },
  audio: { name: "Audio input", unit: "million", per: "M tokens" },
  audio_output: { name: "Audio output", unit: "million", per: "M tokens" },
  image: { name: "Image", unit: "one", per: "image" },
  megapixel: { name: "Pixels", unit: "one", per: "megapixel" },
  request: { name: "Request", unit: "one", per: "request" },
  web_search: { name: "Web search", unit: "one", per: "search" },
  search: { name: "Reranking", unit: "one", per: "search" },
  second: { name: "Duration", unit: "one", per: "second" },
  character: { name: "Text", unit: "million", per: "M characters" },
};

/** The main unit of a model without a price for text tokens, in order of preference. */
const MAIN = ["image", "megapixel", "second", "search", "character", "image_output", "audio_output", "request"];

/** Formats a price, e.g. `$0.002` per `search`; prices of tokens with `ofTokens`. */
export function shownPrice(
  field: string,
  price: string,
  ofTokens: (usdPerToken: string) => string = formatPerMillion,
): { price: string; per: string } | undefined {
  const known = PRICE_UNITS[field];
  if (!known) return undefined;
  const perMillion = known.per === "M tokens" ? ofTokens : formatPerMillion;
  return { price: known.unit === "million" ? perMillion(price) : formatUsd(Number(price)), per: known.per };
}

/** Returns the main price of a model that does not charge for text tokens; undefined for one that does. */
export function mainUnitPrice(prices: Prices): { price: string; per: string } | undefined {
  if (tokenPrice(prices, "prompt") !== undefined) return undefined;
  const field = MAIN.find((name) => typeof prices[name] === "string" && Number(prices[name]) > 0);
  return field === undefined ? undefined : shownPrice(field, String(prices[field]));
}

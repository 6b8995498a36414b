import { formatPerMillion, formatUsd } from "./format.ts";
import { type Prices, tokenPrice } from "./token-price.ts";

/** What each price of the catalogue is charged for; tokens and characters are shown by the million. */
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

/** What a model without a price for tokens of text charges by first of all. */
const MAIN = ["image", "megapixel", "second", "search", "character", "image_output", "audio_output", "request"];

/** A price as it is shown, e.g. `$0.002` for a `search`; those of tokens as `ofTokens` writes them. */
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

/** The main price of a model that charges for something else than tokens of text; undefined for one that does. */
export function mainUnitPrice(prices: Prices): { price: string; per: string } | undefined {
  if (tokenPrice(prices, "prompt") !== undefined) return undefined;
  const field = MAIN.find((name) => typeof prices[name] === "string" && Number(prices[name]) > 0);
  return field === undefined ? undefined : shownPrice(field, String(prices[field]));
}

import type { z } from "zod";
import type { Pricing as PricingSchema } from "#lib/contract/model-pricing.ts";
import { usdPerUnit } from "#lib/nano-usd.ts";
import { isPriced } from "#server/catalogue/is-priced.ts";
import type { HoursUtc, Modality, Price } from "#server/catalogue/model.ts";
import { pricesInForce } from "#server/catalogue/prices-in-force.ts";
import type { UsageUnit } from "#server/providers/usage/usage.ts";

export type Pricing = z.output<typeof PricingSchema>;
type Override = NonNullable<Pricing["overrides"]>[number];

const FIELDS = {
  input_tokens: "prompt",
  output_tokens: "completion",
  requests: "request",
  images: "image",
  megapixels: "megapixel",
  input_image_tokens: "image_token",
  output_image_tokens: "image_output",
  input_audio_tokens: "audio",
  output_audio_tokens: "audio_output",
  cache_read_tokens: "input_cache_read",
  cache_write_tokens: "input_cache_write",
  cache_write_1h_tokens: "input_cache_write_1h",
  reasoning_tokens: "internal_reasoning",
  web_searches: "web_search",
  search_units: "search",
  seconds: "second",
  characters: "character",
} as const satisfies Partial<Record<UsageUnit, keyof Pricing>>;

const UNKNOWN = "-1";

/**
 * Returns the prices of an endpoint of a model with these outputs at a time, as decimals of USD per unit; `rows` are
 * all its price rows. If every price of a unit is for a variant, the lowest is shown.
 */
export function pricingOf(output: readonly Modality[], rows: readonly Price[], atMs: number): Pricing {
  const standard = withoutVariants(rows.filter(({ serviceTier }) => serviceTier === null));
  const inForce = pricesInForce(
    standard.filter((row) => !row.hoursUtc),
    atMs,
  );
  const stated = fieldsOf(inForce.filter((row) => row.minPromptTokens === 0));
  const unstated = isPriced(output, inForce) ? "0" : UNKNOWN;
  const overrides = [...tiersOf(inForce), ...hoursOf(standard)];
  return {
    prompt: unstated,
    completion: unstated,
    request: "0",
    image: "0",
    ...stated,
    ...(overrides.length > 0 && { overrides }),
  };
}

function withoutVariants(rows: readonly Price[]): Price[] {
  const plain = rows.filter(({ variant }) => variant === undefined);
  const others = rows.filter(({ unit }) => !plain.some((row) => row.unit === unit));
  const lowest = [...Map.groupBy(others, ({ unit }) => unit).values()].map((group) => {
    const [first] = group.toSorted((a, b) => a.nanoUsdPerMillion - b.nanoUsdPerMillion);
    return first as Price;
  });
  return [...plain, ...lowest];
}

function tiersOf(rows: readonly Price[]): Override[] {
  const tiers = Map.groupBy(rows, ({ minPromptTokens }) => minPromptTokens);
  tiers.delete(0);
  return [...tiers].map(([min_prompt_tokens, tier]) => ({ min_prompt_tokens, ...fieldsOf(tier) }));
}

function hoursOf(rows: readonly Price[]): Override[] {
  const timed = rows.filter((row): row is Price & { hoursUtc: HoursUtc } => row.hoursUtc !== undefined);
  const windows = Map.groupBy(timed, ({ hoursUtc, minPromptTokens }) =>
    [hoursUtc.startMinute, hoursUtc.endMinute, minPromptTokens].join(),
  );
  return [...windows.values()].map(([first, ...others]) => {
    const { hoursUtc, minPromptTokens } = first as Price & { hoursUtc: HoursUtc };
    return {
      utc_start: clockOf(hoursUtc.startMinute),
      utc_end: clockOf(hoursUtc.endMinute),
      ...(minPromptTokens > 0 && { min_prompt_tokens: minPromptTokens }),
      ...fieldsOf([first as Price, ...others]),
    };
  });
}

/** Formats minutes since midnight as HHMM. */
function clockOf(minute: number): number {
  return Math.floor(minute / 60) * 100 + (minute % 60);
}

function fieldsOf(rows: readonly Price[]): Partial<Record<(typeof FIELDS)[keyof typeof FIELDS], string>> {
  const fields: ReturnType<typeof fieldsOf> = {};
  for (const { unit, nanoUsdPerMillion, discount } of rows) {
    if (unit in FIELDS)
      fields[FIELDS[unit as keyof typeof FIELDS]] = usdPerUnit(nanoUsdPerMillion, discount?.basisPoints);
  }
  return fields;
}

import type { Price } from "#server/catalogue/model.ts";
import type { Usage, UsageUnit } from "#server/providers/usage/usage.ts";
import type { CostLine } from "./cost-line.ts";
import { tierPrices } from "./tier-prices.ts";
import { unpricedOf } from "./unpriced.ts";

/** `nanoUsd`: the sum of all lines, rounded half up once at the end. `unpriced`: used units without a price. */
export type Cost = { nanoUsd: number; lines: CostLine[]; unpriced: UsageUnit[] };

/**
 * The pricing terms of a request: the service tier it ran in, the variant (`1080p`) of its output, and units that are
 * billed `apart`, which are unpriced without a price of their own because no other price applies.
 * `multiplierBasisPoints`: the geography's multiplier for token prices. `soldTiers`: service tiers with separate prices
 * at the provider; absent if the prices are the ones a request was charged at and apply as they are.
 */
export type Terms = {
  serviceTier?: string | null;
  variant?: string;
  apart?: readonly UsageUnit[];
  multiplierBasisPoints?: number;
  soldTiers?: readonly string[];
};

/** A unit without its own price costs as much as the first unit in its list that has one. */
const FALLBACK_UNITS: Partial<Record<UsageUnit, readonly UsageUnit[]>> = {
  cache_read_tokens: ["input_tokens"],
  cache_read_audio_tokens: ["cache_read_tokens", "input_audio_tokens", "input_tokens"],
  cache_write_tokens: ["input_tokens"],
  cache_write_1h_tokens: ["cache_write_tokens", "input_tokens"],
  cache_storage_tokens: ["cache_write_tokens"],
  input_audio_tokens: ["input_tokens"],
  input_image_tokens: ["input_tokens"],
  output_audio_tokens: ["output_tokens"],
  output_image_tokens: ["output_tokens"],
};

/**
 * Returns the cost of a usage under the prices of one model endpoint at the time of the request. A row for the
 * request's variant or service tier takes precedence over a general one. Among the rest, the highest prompt-length tier
 * that the whole prompt reaches applies to every token.
 */
export function costOf(usage: Usage, listed: readonly Price[], terms: Terms = {}): Cost {
  const { serviceTier = null, soldTiers } = terms;
  const prices = soldTiers ? tierPrices(listed, serviceTier, soldTiers) : listed;
  const promptTokens = promptTokensOf(usage);
  const lines: CostLine[] = [];
  const without: UsageUnit[] = [];
  for (const [unit, units] of chargeable(usage, prices, promptTokens, terms)) {
    const price = priceFor(unit, prices, promptTokens, terms);
    if (price) lines.push(lineOf(unit, units, price, terms));
    else without.push(unit);
  }
  return { nanoUsd: roundedNanoUsd(lines), lines, unpriced: unpricedOf(without, lines, prices) };
}

/** Returns the sum of several costs, rounded once. */
export function sumOfCosts(costs: readonly Cost[]): Cost {
  const lines = costs.flatMap((cost) => cost.lines);
  const unpriced = [...new Set(costs.flatMap((cost) => cost.unpriced))];
  return { nanoUsd: roundedNanoUsd(lines), lines, unpriced };
}

/** Returns all input tokens, however they are charged: the length that price tiers refer to. */
export function promptTokensOf(usage: Usage): number {
  return (
    (usage.input_tokens ?? 0) +
    (usage.cache_read_tokens ?? 0) +
    (usage.cache_read_audio_tokens ?? 0) +
    (usage.cache_write_tokens ?? 0) +
    (usage.cache_write_1h_tokens ?? 0) +
    (usage.input_audio_tokens ?? 0) +
    (usage.input_image_tokens ?? 0)
  );
}

/** Returns the price of a unit, or of the unit it falls back to, at a prompt length and on a request's terms. */
function priceFor(unit: UsageUnit, prices: readonly Price[], promptTokens: number, terms: Terms): Price | undefined {
  for (const priced of [unit, ...fallbackUnits(unit, terms)]) {
    const price = ownPrice(priced, prices, promptTokens, terms);
    if (price) return price;
  }
  return undefined;
}

/** Returns the units whose prices a unit without a price falls back to, in order. */
export function fallbackUnits(unit: UsageUnit, { apart }: Terms): readonly UsageUnit[] {
  return (apart?.includes(unit) ? undefined : FALLBACK_UNITS[unit]) ?? [];
}

// Returns the units to charge. Reasoning is part of the output and is subtracted from it only if it has its own price.
function chargeable(usage: Usage, prices: readonly Price[], promptTokens: number, terms: Terms): [UsageUnit, number][] {
  const output = usage.output_tokens ?? 0;
  const reasoning = Math.min(usage.reasoning_tokens ?? 0, output);
  const apart = reasoning > 0 && ownPrice("reasoning_tokens", prices, promptTokens, terms) ? reasoning : 0;
  const counts: Usage = { ...usage, requests: usage.requests ?? 1, reasoning_tokens: apart };
  if (apart > 0) counts.output_tokens = output - apart;
  return Object.entries(counts).filter(([, units]) => units > 0) as [UsageUnit, number][];
}

function ownPrice(
  unit: UsageUnit,
  prices: readonly Price[],
  promptTokens: number,
  { serviceTier = null, variant }: Terms,
): Price | undefined {
  let best: Price | undefined;
  for (const price of prices) {
    if (price.unit !== unit || price.minPromptTokens > promptTokens) continue;
    if (price.serviceTier !== null && price.serviceTier !== serviceTier) continue;
    if (price.variant !== undefined && price.variant !== variant) continue;
    if (!best || hasPrecedence(price, best)) best = price;
  }
  return best;
}

function hasPrecedence(price: Price, other: Price): boolean {
  const closer = closeness(price) - closeness(other);
  return closer === 0 ? price.minPromptTokens > other.minPromptTokens : closer > 0;
}

function closeness({ variant, serviceTier }: Price): number {
  return (variant === undefined ? 0 : 2) + (serviceTier === null ? 0 : 1);
}

function lineOf(
  unit: UsageUnit,
  units: number,
  { id, nanoUsdPerMillion, discount, unit: pricedAs }: Price,
  { multiplierBasisPoints: multiplier = ALL_BASIS_POINTS }: Terms,
): CostLine {
  const isMultiplied = multiplier !== ALL_BASIS_POINTS && unit.endsWith("_tokens");
  const priceId = discount ? `${id}*${discount.id}` : id;
  return {
    unit,
    units,
    priceId: isMultiplied ? `${priceId}^${multiplier}` : priceId,
    nanoUsdPerMillion,
    ...(discount && { discountBasisPoints: discount.basisPoints }),
    ...(isMultiplied && { multiplierBasisPoints: multiplier }),
    ...(pricedAs !== unit && { pricedAs }),
  };
}

/** A discount of 10,000 basis points is the whole price. */
const ALL_BASIS_POINTS = 10_000;
const MICRO_UNITS = 1_000_000;
const PRICED_UNITS = 1_000_000;
/** The `scaledNanoUsd` value of one nano-USD. */
export const SCALE = BigInt(MICRO_UNITS) * BigInt(PRICED_UNITS) * BigInt(ALL_BASIS_POINTS) * BigInt(ALL_BASIS_POINTS);

type Multiplication = Pick<CostLine, "units" | "nanoUsdPerMillion" | "discountBasisPoints" | "multiplierBasisPoints">;

/** Returns a line's exact amount; `SCALE` is one nano-USD. Seconds and megapixels are counted to a millionth. */
export function scaledNanoUsd({
  units,
  nanoUsdPerMillion,
  discountBasisPoints = 0,
  multiplierBasisPoints = ALL_BASIS_POINTS,
}: Multiplication): bigint {
  const microUnits = Number.isInteger(units)
    ? BigInt(units) * BigInt(MICRO_UNITS)
    : BigInt(Math.round(units * MICRO_UNITS));
  const share = (ALL_BASIS_POINTS - discountBasisPoints) * multiplierBasisPoints;
  return microUnits * BigInt(nanoUsdPerMillion) * BigInt(share);
}

/** Returns the sum of all lines, rounded half up once. */
function roundedNanoUsd(lines: readonly CostLine[]): number {
  let total = 0n;
  for (const line of lines) total += scaledNanoUsd(line);
  return Number((total + SCALE / 2n) / SCALE);
}

import type { Price } from "#server/catalogue/model.ts";
import type { Usage, UsageUnit } from "#server/providers/usage/usage.ts";
import { tierPrices } from "./tier-prices.ts";
import { unpricedOf } from "./unpriced.ts";

/**
 * One multiplication of a cost: `units` times a price, in nano-USD per million units, less a negotiated discount.
 * `pricedAs` is the unit whose price it is, where `unit` has none of its own.
 */
export type CostLine = {
  unit: UsageUnit;
  units: number;
  priceId: string;
  nanoUsdPerMillion: number;
  discountBasisPoints?: number;
  /** What a geography multiplies the price by, in hundredths of a percent; absent: 10,000, the price itself. */
  multiplierBasisPoints?: number;
  pricedAs?: UsageUnit;
};

/** `nanoUsd` is the sum of all lines, rounded half up once at the end. `unpriced` names units in use without a price. */
export type Cost = { nanoUsd: number; lines: CostLine[]; unpriced: UsageUnit[] };

/**
 * What was agreed beside the model: the service tier the call ran in, the variant (`1080p`) of what it made, and the
 * units that are billed `apart`: without a price of their own they are unpriced, since no other price is theirs.
 * `multiplierBasisPoints`: what the geography it ran in multiplies the price of each token by.
 * `soldTiers`: service tiers that the provider sells at prices of their own. Absent: the prices are those that a call was
 * charged by, and hold as they are.
 */
export type Terms = {
  serviceTier?: string | null;
  variant?: string;
  apart?: readonly UsageUnit[];
  multiplierBasisPoints?: number;
  soldTiers?: readonly string[];
};

/** A unit without a price of its own costs what the first unit costs that it is a kind of and that has one. */
const STANDS_IN: Partial<Record<UsageUnit, readonly UsageUnit[]>> = {
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
 * The cost of a usage under the prices of one model endpoint that hold at the time of the call.
 * A row for the variant or the service tier of the call stands before one for all; among the rest, the highest
 * prompt-length tier that the whole prompt reaches holds for every token.
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

/** One cost of several, rounded once. */
export function sumOfCosts(costs: readonly Cost[]): Cost {
  const lines = costs.flatMap((cost) => cost.lines);
  const unpriced = [...new Set(costs.flatMap((cost) => cost.unpriced))];
  return { nanoUsd: roundedNanoUsd(lines), lines, unpriced };
}

/** Every input token, however it was charged: the length that price tiers go by. */
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

/** The price of a unit, its own or that of the unit it is a kind of, at a prompt length and on a call's terms. */
function priceFor(unit: UsageUnit, prices: readonly Price[], promptTokens: number, terms: Terms): Price | undefined {
  for (const priced of [unit, ...standInsFor(unit, terms)]) {
    const price = ownPrice(priced, prices, promptTokens, terms);
    if (price) return price;
  }
  return undefined;
}

/** The units whose prices an unpriced unit is charged at, in their order. */
export function standInsFor(unit: UsageUnit, { apart }: Terms): readonly UsageUnit[] {
  return (apart?.includes(unit) ? undefined : STANDS_IN[unit]) ?? [];
}

// Reasoning is part of the output: it leaves the output's count only where it has a price of its own.
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
    if (!best || standsBefore(price, best)) best = price;
  }
  return best;
}

function standsBefore(price: Price, other: Price): boolean {
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
/** What `scaledNanoUsd` counts in one nano-USD. */
export const SCALE = BigInt(MICRO_UNITS) * BigInt(PRICED_UNITS) * BigInt(ALL_BASIS_POINTS) * BigInt(ALL_BASIS_POINTS);

type Multiplication = Pick<CostLine, "units" | "nanoUsdPerMillion" | "discountBasisPoints" | "multiplierBasisPoints">;

/** A line's amount, exactly: `SCALE` is one nano-USD. Seconds and megapixels count to a millionth. */
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

/** The sum of all lines, rounded half up once. */
function roundedNanoUsd(lines: readonly CostLine[]): number {
  let total = 0n;
  for (const line of lines) total += scaledNanoUsd(line);
  return Number((total + SCALE / 2n) / SCALE);
}

import type { Price } from "#server/catalogue/model.ts";
import { byokOf, type GenerationRow, type Payable } from "#server/data/generations.ts";
import type { Usage, UsageUnit } from "#server/providers/usage/usage.ts";
import { type Cost, costOf, SCALE, scaledNanoUsd, sumOfCosts } from "./cost.ts";
import type { CostLine } from "./cost-line.ts";
import { lessUsage } from "./less-usage.ts";
import { type OtherModel, otherModelsOf } from "./other-models.ts";
import type { StoredPrice } from "./stored-prices.ts";

/** The columns of a ledger row that its cost is recomputed from. */
export type Charged = Pick<
  GenerationRow,
  "usage" | "otherModels" | "reportedCostNanoUsd" | "priceIds" | "serviceTier" | "unpriced"
> &
  Payable;

/** `model`: the other model whose prices apply; absent for the request's own model. */
export type ProofLine = CostLine & { exactNanoUsd: string; isByok: boolean; model?: string };

export type CostProof = {
  lines: ProofLine[];
  /** The sum of all lines before rounding. */
  exactNanoUsd: string;
  /** Rounded half up, once. */
  nanoUsd: number;
  recordedNanoUsd: number;
  /** What BYOK credentials pay: the cost without the rounded sum of what system credentials pay. */
  byokNanoUsd: number;
  /** Whether the recorded cost and its BYOK part are equal to the recomputed ones. */
  holds: boolean;
  /** The cost that the upstream reported; null if it reported none. */
  reportedNanoUsd: number | null;
  /** Whether the recorded and the reported cost differ by more than 1%. */
  reportDiffers: boolean;
  /** The price rows of the lines by price id. */
  prices: ReadonlyMap<string, StoredPrice>;
  /** Price ids without a stored row. */
  missing: string[];
};

/**
 * Recomputes the cost of a ledger row from its usage and the price rows it was charged at. Choosing among only these
 * rows gives the same result as choosing among all on the day of the request, so the same rule applies.
 */
export function costProof(row: Charged, storedPrices: ReadonlyMap<string, StoredPrice>): CostProof {
  const others = otherModelsOf(row);
  const ids = allPriceIds(row);
  const prices = new Map(
    ids.flatMap((id) => (storedPrices.has(id) ? [[id, storedPrices.get(id) as StoredPrice]] : [])),
  );
  const own = others.reduce((usage: Usage, other) => lessUsage(usage, other.usage), row.usage as Usage);
  // A unit that had no price on the day of the request must not be charged at another unit's price now.
  const apart = (row.unpriced as UsageUnit[]).filter((unit) => !others.some(({ unpriced }) => unpriced.includes(unit)));
  const ownCost = costAgain(own, row.priceIds, apart, row.serviceTier, prices);
  const otherCosts = others.map(({ usage, priceIds, unpriced, serviceTier = row.serviceTier }) =>
    costAgain({ ...usage, requests: usage.requests ?? 0 }, priceIds, unpriced, serviceTier, prices),
  );
  const { nanoUsd, lines } = sumOfCosts([ownCost, ...otherCosts]);
  const paidBySystem = otherCosts.filter((_, index) => !(others[index]?.isByok ?? row.isByok));
  const byokNanoUsd = nanoUsd - sumOfCosts(row.isByok ? paidBySystem : [ownCost, ...paidBySystem]).nanoUsd;
  return {
    lines: [
      ...ownCost.lines.map((line) => exactLine(line, row)),
      ...otherCosts.flatMap((cost, index) => cost.lines.map((line) => exactLine(line, row, others[index]))),
    ],
    exactNanoUsd: decimalOf(lines.reduce((sum, line) => sum + scaledNanoUsd(line), 0n)),
    nanoUsd,
    recordedNanoUsd: row.costNanoUsd,
    byokNanoUsd,
    holds: nanoUsd === row.costNanoUsd && byokNanoUsd === byokOf(row) && prices.size === ids.length,
    reportedNanoUsd: row.reportedCostNanoUsd,
    reportDiffers: isFarFrom(row.costNanoUsd, row.reportedCostNanoUsd),
    prices,
    missing: ids.filter((id) => !prices.has(id)),
  };
}

/** Returns the ids of all price rows that a ledger row was charged at, without duplicates. */
export function allPriceIds(row: Pick<Charged, "priceIds" | "otherModels">): string[] {
  return [...new Set([...row.priceIds, ...otherModelsOf(row).flatMap(({ priceIds }) => priceIds)])];
}

function costAgain(
  usage: Usage,
  ids: readonly string[],
  apart: readonly UsageUnit[],
  serviceTier: string | null,
  prices: ReadonlyMap<string, StoredPrice>,
): Cost {
  const storedPrices = [...new Set(ids)].flatMap((id) => prices.get(id) ?? []);
  const variant = storedPrices.find(({ price }) => price.variant !== undefined)?.price.variant;
  const multiplier = storedPrices.find((one) => one.multiplierBasisPoints)?.multiplierBasisPoints;
  return costOf(usage, storedPrices.map(effective), {
    serviceTier,
    apart,
    ...(variant !== undefined && { variant }),
    ...(multiplier && { multiplierBasisPoints: multiplier }),
  });
}

function exactLine(line: CostLine, { isByok }: Payable, other?: OtherModel): ProofLine {
  return {
    ...line,
    exactNanoUsd: decimalOf(scaledNanoUsd(line)),
    isByok: other?.isByok ?? isByok,
    ...(other && { model: other.model }),
  };
}

function effective({ price, discount }: StoredPrice): Price {
  return discount ? { ...price, discount: { id: discount.price.id, basisPoints: discount.basisPoints } } : price;
}

/** A larger relative difference is flagged. Both values are rounded, so a difference of one nano-USD is ignored. */
const FLAGGED_PART = 0.01;

function isFarFrom(recorded: number, reported: number | null): boolean {
  if (reported === null) return false;
  const difference = Math.abs(recorded - reported);
  return difference > 1 && difference > reported * FLAGGED_PART;
}

const DECIMALS = String(SCALE).length - 1;

/** Returns a scaled amount as an exact decimal of nano-USD. */
function decimalOf(scaled: bigint): string {
  const digits = String(scaled).padStart(DECIMALS + 1, "0");
  const decimals = digits.slice(-DECIMALS).replace(/0+$/, "");
  const whole = digits.slice(0, -DECIMALS);
  return decimals ? `${whole}.${decimals}` : whole;
}

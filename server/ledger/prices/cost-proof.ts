import type { Price } from "#server/catalogue/model.ts";
import type { GenerationRow } from "#server/data/generations.ts";
import type { Usage, UsageUnit } from "#server/providers/usage/usage.ts";
import { type Cost, type CostLine, costOf, SCALE, scaledNanoUsd, sumOfCosts } from "./cost.ts";
import type { KeptPrice } from "./kept-prices.ts";
import { lessUsage } from "./less-usage.ts";
import { type OtherModel, otherModelsOf } from "./other-models.ts";

/** What of a ledger row its cost is proved from. */
export type Charged = Pick<
  GenerationRow,
  "usage" | "otherModels" | "costNanoUsd" | "reportedCostNanoUsd" | "priceIds" | "serviceTier" | "unpriced"
>;

/** `model`: the other model at whose prices the line is charged; absent: the call's own. */
export type ProofLine = CostLine & { exactNanoUsd: string; model?: string };

export type CostProof = {
  lines: ProofLine[];
  /** The sum of all lines before it is rounded. */
  exactNanoUsd: string;
  /** Rounded half up, once. */
  nanoUsd: number;
  recordedNanoUsd: number;
  /** What was recorded is what comes out again. */
  holds: boolean;
  /** What the upstream says that the call costs; null: it does not say. */
  reportedNanoUsd: number | null;
  /** What was recorded and what the upstream says are more than 1 % apart. */
  reportDiffers: boolean;
  /** The rows of the lines, each once, under the ids that the lines name. */
  prices: ReadonlyMap<string, KeptPrice>;
  /** Price ids that no kept row has. */
  missing: string[];
};

/**
 * Computes the cost of a ledger row again, from its usage and the price rows it was charged by. The rows that were
 * chosen among all are chosen among themselves too, so that the same rule is applied as on the day of the call.
 */
export function costProof(row: Charged, kept: ReadonlyMap<string, KeptPrice>): CostProof {
  const others = otherModelsOf(row);
  const ids = allPriceIds(row);
  const prices = new Map(ids.flatMap((id) => (kept.has(id) ? [[id, kept.get(id) as KeptPrice]] : [])));
  const own = others.reduce((usage: Usage, other) => lessUsage(usage, other.usage), row.usage as Usage);
  // What had no price on the day of the call gets none from another unit now.
  const apart = (row.unpriced as UsageUnit[]).filter((unit) => !others.some(({ unpriced }) => unpriced.includes(unit)));
  const ownCost = costAgain(own, row.priceIds, apart, row.serviceTier, prices);
  const otherCosts = others.map((other) =>
    costAgain({ ...other.usage, requests: 0 }, other.priceIds, other.unpriced, row.serviceTier, prices),
  );
  const { nanoUsd, lines } = sumOfCosts([ownCost, ...otherCosts]);
  return {
    lines: [
      ...ownCost.lines.map((line) => exactLine(line)),
      ...otherCosts.flatMap((cost, index) => cost.lines.map((line) => exactLine(line, others[index]))),
    ],
    exactNanoUsd: decimalOf(lines.reduce((sum, line) => sum + scaledNanoUsd(line), 0n)),
    nanoUsd,
    recordedNanoUsd: row.costNanoUsd,
    holds: nanoUsd === row.costNanoUsd && prices.size === ids.length,
    reportedNanoUsd: row.reportedCostNanoUsd,
    reportDiffers: isFarFrom(row.costNanoUsd, row.reportedCostNanoUsd),
    prices,
    missing: ids.filter((id) => !prices.has(id)),
  };
}

/** The ids of every price row that a ledger row was charged by, each once. */
export function allPriceIds(row: Pick<Charged, "priceIds" | "otherModels">): string[] {
  return [...new Set([...row.priceIds, ...otherModelsOf(row).flatMap(({ priceIds }) => priceIds)])];
}

function costAgain(
  usage: Usage,
  ids: readonly string[],
  apart: readonly UsageUnit[],
  serviceTier: string | null,
  prices: ReadonlyMap<string, KeptPrice>,
): Cost {
  const kept = [...new Set(ids)].flatMap((id) => prices.get(id) ?? []);
  const variant = kept.find(({ price }) => price.variant !== undefined)?.price.variant;
  const multiplier = kept.find((one) => one.multiplierBasisPoints)?.multiplierBasisPoints;
  return costOf(usage, kept.map(effective), {
    ...{ serviceTier, apart },
    ...(variant !== undefined && { variant }),
    ...(multiplier && { multiplierBasisPoints: multiplier }),
  });
}

function exactLine(line: CostLine, other?: OtherModel): ProofLine {
  return { ...line, exactNanoUsd: decimalOf(scaledNanoUsd(line)), ...(other && { model: other.model }) };
}

function effective({ price, discount }: KeptPrice): Price {
  return discount ? { ...price, discount: { id: discount.price.id, basisPoints: discount.basisPoints } } : price;
}

/** More than this part of the larger one is a difference; both are rounded, so that a nano-USD is none. */
const FLAGGED_PART = 0.01;

function isFarFrom(recorded: number, reported: number | null): boolean {
  if (reported === null) return false;
  const difference = Math.abs(recorded - reported);
  return difference > 1 && difference > reported * FLAGGED_PART;
}

const DECIMALS = String(SCALE).length - 1;

/** A scaled amount as the exact decimal of nano-USD. */
function decimalOf(scaled: bigint): string {
  const digits = String(scaled).padStart(DECIMALS + 1, "0");
  const decimals = digits.slice(-DECIMALS).replace(/0+$/, "");
  const whole = digits.slice(0, -DECIMALS);
  return decimals ? `${whole}.${decimals}` : whole;
}

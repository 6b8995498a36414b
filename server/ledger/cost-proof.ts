import type { Price } from "#server/catalogue/model.ts";
import type { GenerationRow } from "#server/data/generations.ts";
import type { Usage, UsageUnit } from "#server/providers/usage.ts";
import { type CostLine, costOf, SCALE, scaledNanoUsd } from "./cost.ts";
import type { KeptPrice } from "./kept-prices.ts";

/** What of a ledger row its cost is proved from. */
export type Charged = Pick<GenerationRow, "usage" | "costNanoUsd" | "priceIds" | "serviceTier" | "unpriced">;

export type CostProof = {
  lines: (CostLine & { exactNanoUsd: string })[];
  /** The sum of all lines before it is rounded. */
  exactNanoUsd: string;
  /** Rounded half up, once. */
  nanoUsd: number;
  recordedNanoUsd: number;
  /** What was recorded is what comes out again. */
  holds: boolean;
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
  const ids = [...new Set(row.priceIds)];
  const prices = new Map(ids.flatMap((id) => (kept.has(id) ? [[id, kept.get(id) as KeptPrice]] : [])));
  const rows = [...prices.values()].map(effective);
  const variant = rows.find((price) => price.variant !== undefined)?.variant;
  // What had no price on the day of the call gets none from another unit now.
  const apart = row.unpriced as UsageUnit[];
  const terms = { serviceTier: row.serviceTier, apart, ...(variant !== undefined && { variant }) };
  const { lines, nanoUsd } = costOf(row.usage as Usage, rows, terms);
  return {
    lines: lines.map((line) => ({ ...line, exactNanoUsd: decimalOf(scaledNanoUsd(line)) })),
    exactNanoUsd: decimalOf(lines.reduce((sum, line) => sum + scaledNanoUsd(line), 0n)),
    nanoUsd,
    recordedNanoUsd: row.costNanoUsd,
    holds: nanoUsd === row.costNanoUsd && prices.size === ids.length,
    prices,
    missing: ids.filter((id) => !prices.has(id)),
  };
}

function effective({ price, discount }: KeptPrice): Price {
  return discount ? { ...price, discount: { id: discount.price.id, basisPoints: discount.basisPoints } } : price;
}

const DECIMALS = String(SCALE).length - 1;

/** A scaled amount as the exact decimal of nano-USD. */
function decimalOf(scaled: bigint): string {
  const digits = String(scaled).padStart(DECIMALS + 1, "0");
  const decimals = digits.slice(-DECIMALS).replace(/0+$/, "");
  const whole = digits.slice(0, -DECIMALS);
  return decimals ? `${whole}.${decimals}` : whole;
}

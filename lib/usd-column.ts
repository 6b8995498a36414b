import { formatUsd } from "./format.ts";

/** Minimum decimals (cents), and the maximum in a price list; the amount's own page shows more. */
const LEAST_DECIMALS = 2;
const MOST_DECIMALS = 6;

type Amount = number | null | undefined;
/** Formats an amount of the column; unknown is a dash. */
export type UsdColumn = (usd: Amount) => string;

/**
 * Returns the format for the amounts of one column: all with the same number of decimals, so that the decimal points
 * are aligned, and enough to show the smallest (three of its digits; for sums below a cent, two).
 */
export function usdColumn(amounts: readonly Amount[], { total = false } = {}): UsdColumn {
  const decimals = decimalsOf(
    amounts.filter((usd) => isKnown(usd)),
    total,
  );
  const format = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: "USD",
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  const least = 10 ** -decimals;
  return (usd) => {
    if (!isKnown(usd)) return formatUsd(usd);
    // Zero looks the same everywhere.
    if (usd === 0) return formatUsd(0);
    // A paid amount is never shown as zero.
    if (usd !== 0 && Math.abs(usd) < least / 2) return `${usd < 0 ? "−" : ""}<${format.format(least)}`;
    return format.format(usd).replace("-", "−");
  };
}

function decimalsOf(amounts: readonly number[], total: boolean): number {
  const smallest = Math.min(...amounts.filter((usd) => usd !== 0).map(Math.abs));
  if (smallest >= (total ? 0.01 : 1)) return LEAST_DECIMALS;
  const digits = (total ? 1 : 2) - Math.floor(Math.log10(smallest));
  let decimals = Math.min(MOST_DECIMALS, Math.max(LEAST_DECIMALS, digits));
  const needsLast = (usd: number) =>
    Number(usd.toFixed(decimals - 1)) !== Number(usd.toFixed(decimals)) ||
    (usd !== 0 && Math.abs(usd) < 10 ** -decimals);
  while (decimals > LEAST_DECIMALS && !amounts.some(needsLast)) decimals -= 1;
  return decimals;
}

function isKnown(usd: Amount): usd is number {
  return typeof usd === "number" && Number.isFinite(usd);
}

import { formatUsd } from "./format.ts";

/** Cents at least, and what a price list shows at most: a longer tail is for one amount's own page. */
const LEAST_DECIMALS = 2;
const MOST_DECIMALS = 6;

type Amount = number | null | undefined;
/** Writes an amount of the column; unknown is a dash. */
export type UsdColumn = (usd: Amount) => string;

/**
 * How the amounts of one column are written: all with the same number of decimals, so that the points stand under each
 * other, and with so many that the smallest still tells (three digits of it; of sums two, where it is less than a cent).
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
    // Zero reads the same everywhere.
    if (usd === 0) return formatUsd(0);
    // Nothing that was paid reads as nothing.
    if (usd !== 0 && Math.abs(usd) < least / 2) return `${usd < 0 ? "−" : ""}<${format.format(least)}`;
    return format.format(usd).replace("-", "−");
  };
}

function decimalsOf(amounts: readonly number[], total: boolean): number {
  const smallest = Math.min(...amounts.filter((usd) => usd !== 0).map(Math.abs));
  if (smallest >= (total ? 0.01 : 1)) return LEAST_DECIMALS;
  const wanted = (total ? 1 : 2) - Math.floor(Math.log10(smallest));
  let decimals = Math.min(MOST_DECIMALS, Math.max(LEAST_DECIMALS, wanted));
  const needsLast = (usd: number) =>
    Number(usd.toFixed(decimals - 1)) !== Number(usd.toFixed(decimals)) ||
    (usd !== 0 && Math.abs(usd) < 10 ** -decimals);
  while (decimals > LEAST_DECIMALS && !amounts.some(needsLast)) decimals -= 1;
  return decimals;
}

function isKnown(usd: Amount): usd is number {
  return typeof usd === "number" && Number.isFinite(usd);
}

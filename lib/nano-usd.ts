const DECIMALS = 9;
const WRITTEN = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/**
 * USD as integer nano-USD (1 USD = 1,000,000,000), exactly: the number is taken for the shortest decimal that it stands
 * for, which is how it was written. Undefined when that has more than nine decimals, is negative or is past what a
 * number counts exactly (about nine million dollars).
 */
export function nanoUsdOf(usd: number): number | undefined {
  const written = WRITTEN.exec(String(usd));
  if (!written) return undefined;
  const [, whole = "", decimals = "", exponent = "0"] = written;
  const shift = DECIMALS + Number(exponent) - decimals.length;
  if (shift < 0) return undefined;
  const nanoUsd = Number(BigInt(whole + decimals) * 10n ** BigInt(shift));
  return Number.isSafeInteger(nanoUsd) ? nanoUsd : undefined;
}

/** Integer nano-USD as USD: the nearest number, which is written with the amount's exact decimals. */
export function usdOf(nanoUsd: number): number {
  return nanoUsd / 10 ** DECIMALS;
}

const ALL_BASIS_POINTS = 10_000;

/** A price in nano-USD for a million units, less a discount, as the exact decimal of USD for one unit. */
export function usdPerUnit(nanoUsdPerMillion: number, discountBasisPoints = 0): string {
  const scaled = BigInt(nanoUsdPerMillion) * BigInt(ALL_BASIS_POINTS - discountBasisPoints);
  const digits = String(scaled).padStart(DECIMALS + 11, "0");
  const cut = digits.length - DECIMALS - 10;
  const decimals = digits.slice(cut).replace(/0+$/, "");
  return decimals ? `${digits.slice(0, cut)}.${decimals}` : digits.slice(0, cut);
}

const DECIMALS = 9;
const WRITTEN = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/**
 * Converts USD to integer nano-USD (1 USD = 1,000,000,000), exactly: the number is read as its shortest decimal, which
 * is how it was written. Returns undefined if that has more than nine decimals, is negative or exceeds what a number
 * counts exactly (about nine million dollars).
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

/** Converts integer nano-USD to USD: the nearest number, which prints with the amount's exact decimals. */
export function usdOf(nanoUsd: number): number {
  return nanoUsd / 10 ** DECIMALS;
}

/** Converts integer nano-USD of any size to the exact decimal of USD: `1500000000n` is "1.5". */
export function usdDecimal(nanoUsd: bigint): string {
  const digits = String(nanoUsd < 0n ? -nanoUsd : nanoUsd).padStart(DECIMALS + 1, "0");
  const decimals = digits.slice(-DECIMALS).replace(/0+$/, "");
  return `${nanoUsd < 0n ? "-" : ""}${digits.slice(0, -DECIMALS)}${decimals && `.${decimals}`}`;
}

const ALL_BASIS_POINTS = 10_000;

/** Converts a price in nano-USD per million units, less a discount, to the exact decimal of USD per unit. */
export function usdPerUnit(nanoUsdPerMillion: number, discountBasisPoints = 0): string {
  const scaled = BigInt(nanoUsdPerMillion) * BigInt(ALL_BASIS_POINTS - discountBasisPoints);
  const digits = String(scaled).padStart(DECIMALS + 11, "0");
  const cut = digits.length - DECIMALS - 10;
  const decimals = digits.slice(cut).replace(/0+$/, "");
  return decimals ? `${digits.slice(0, cut)}.${decimals}` : digits.slice(0, cut);
}

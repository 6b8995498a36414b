const NANO_DIGITS = 9;

/**
 * Formats exact decimals of nano-USD (1 USD = 1,000,000,000) as USD, in a column: with as many digits as the longest
 * has.
 */
export function exactUsdColumn(amounts: readonly string[]): (nanoUsd: string) => string {
  const decimals = Math.max(...amounts.map((amount) => fractionOf(amount).length));
  return (nanoUsd) => {
    const [whole = "0"] = nanoUsd.split(".");
    return `$${whole.padStart(NANO_DIGITS + 1, "0").slice(0, -NANO_DIGITS)}.${fractionOf(nanoUsd).padEnd(decimals, "0")}`;
  };
}

/** Returns the digits after the point: at least cents. */
function fractionOf(nanoUsd: string): string {
  const [whole = "0", decimals = ""] = nanoUsd.split(".");
  const digits = whole.padStart(NANO_DIGITS + 1, "0");
  return `${digits.slice(-NANO_DIGITS)}${decimals}`.replace(/0+$/, "").padEnd(2, "0");
}

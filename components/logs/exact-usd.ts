const NANO_DIGITS = 9;

/** An exact decimal of nano-USD (1 USD = 1,000,000,000) as USD, with every digit that it has and at least two. */
export function exactUsd(nanoUsd: string): string {
  const [whole = "0", decimals = ""] = nanoUsd.split(".");
  const digits = whole.padStart(NANO_DIGITS + 1, "0");
  const fraction = `${digits.slice(-NANO_DIGITS)}${decimals}`.replace(/0+$/, "").padEnd(2, "0");
  return `$${digits.slice(0, -NANO_DIGITS)}.${fraction}`;
}

/** The unit of a source's amount: USD or cents, and per how many units. */
export type AmountPer =
  | "usd-per-million"
  | "usd-per-thousand"
  | "usd-per-unit"
  | "cents-per-unit"
  | "cents-per-minute"
  | "usd-per-hour";

/**
 * Returns nano-USD per million units from a decimal literal such as `0.0000025`, `1e-7` or `15`, computed in integers.
 * Digits beyond a nano-USD per million (10^-15 USD a unit) are rounded half up. Throws on anything but a non-negative
 * decimal, and on an amount too large for an exact JavaScript integer.
 */
export function nanoUsdPerMillion(literal: string, per: AmountPer): number {
  const { digits, exponent } = parseDecimal(literal);
  const scale = SCALE[per];
  const power = exponent + scale.exponent;
  const numerator = power >= 0 ? digits * 10n ** BigInt(power) : digits;
  const denominator = (power >= 0 ? 1n : 10n ** BigInt(-power)) * scale.divisor;
  const rounded = (2n * numerator + denominator) / (2n * denominator);
  if (rounded > BigInt(Number.MAX_SAFE_INTEGER)) throw new Error(`Price out of range: ${literal} ${per}`);
  return Number(rounded);
}

const SCALE: Record<AmountPer, { exponent: number; divisor: bigint }> = {
  "usd-per-million": { exponent: 9, divisor: 1n },
  "usd-per-thousand": { exponent: 12, divisor: 1n },
  "usd-per-unit": { exponent: 15, divisor: 1n },
  "cents-per-unit": { exponent: 13, divisor: 1n },
  "cents-per-minute": { exponent: 13, divisor: 60n },
  "usd-per-hour": { exponent: 15, divisor: 3600n },
};

function parseDecimal(literal: string): { digits: bigint; exponent: number } {
  const match = /^(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,3}))?$/.exec(literal);
  if (!match) throw new Error(`Not a price: ${JSON.stringify(literal)}`);
  const fraction = match[2] ?? "";
  return { digits: BigInt(match[1] + fraction), exponent: Number(match[3] ?? 0) - fraction.length };
}

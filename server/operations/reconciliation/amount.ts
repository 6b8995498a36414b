/** Decimals of an amount; OpenAI states costs with thirty. */
const SCALE = 36;
const NANO_SCALE = 9;
const WRITTEN = /^(-?)(\d{1,18})(?:\.(\d+))?(?:e([+-]?\d{1,2}))?$/i;

/** An exact amount of USD, in units of 1e-36 USD. */
export type Amount = bigint;

/** Files may leave out a last zero, but none rounds more coarsely than to cents. */
const CENT = 10n ** BigInt(SCALE - 2);

/**
 * Reads an amount as written: `0.0030`, `-1.5` or `7.5e-07`. `halfStep` is by how much it may be rounded: half of its
 * last digit, at most half a cent, and nothing for whole dollars. Returns undefined if it is not an amount.
 */
export function parseAmount(text: string): { amount: Amount; halfStep: Amount } | undefined {
  const [, sign, whole = "", decimals = "", exponent = "0"] = WRITTEN.exec(text) ?? [];
  if (whole === "") return undefined;
  const shift = SCALE - decimals.length + Number(exponent);
  if (shift < 0 || shift > SCALE + 6) return undefined;
  const step = 10n ** BigInt(shift);
  const amount = BigInt(whole + decimals) * step;
  const halfStep = decimals === "" ? 0n : (step < CENT ? step : CENT) / 2n;
  return { amount: sign === "-" ? -amount : amount, halfStep };
}

export function amountOfNanoUsd(nanoUsd: bigint): Amount {
  return nanoUsd * 10n ** BigInt(SCALE - NANO_SCALE);
}

/** Half a nano-USD: by how much the ledger rounds the cost of each request at most. */
export const HALF_NANO_USD = amountOfNanoUsd(1n) / 2n;

/** Returns the exact decimal of USD: "0.0030" is "0.003". */
export function decimalOf(amount: Amount): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(SCALE + 1, "0");
  const decimals = digits.slice(-SCALE).replace(/0+$/, "");
  return `${amount < 0n ? "-" : ""}${digits.slice(0, -SCALE)}${decimals && `.${decimals}`}`;
}

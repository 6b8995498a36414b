const LOCALE = "en-US";
const UNKNOWN = "–";
const NANO_PER_USD = 1e9;
const MINUS = "−";
const CENT = 0.01;

const exactUsd = new Intl.NumberFormat(LOCALE, {
  style: "currency",
  currency: "USD",
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  maximumSignificantDigits: 3,
  minimumSignificantDigits: 1,
  roundingPriority: "morePrecision",
});
const totalUsd = new Intl.NumberFormat(LOCALE, { style: "currency", currency: "USD" });
const integers = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat(LOCALE, { notation: "compact", maximumSignificantDigits: 3 });

type Amount = number | bigint | null | undefined;

/**
 * Formats an exact amount in USD, such as the cost of one request or a limit: two decimals from $1 up, three
 * significant digits below ($0.0149, $0.000412), so that a small cost is never shown as zero. An unknown amount is a
 * dash, never 0.
 */
export function formatUsd(usd: number | null | undefined): string {
  if (!isKnown(usd)) return UNKNOWN;
  return withMinus(usd === 0 ? totalUsd.format(0) : padCents(exactUsd.format(usd)));
}

/** Formats a sum in USD with two decimals; less than a cent is "<$0.01", so that spending is never shown as zero. */
export function formatUsdTotal(usd: number | null | undefined): string {
  if (!isKnown(usd)) return UNKNOWN;
  if (usd !== 0 && Math.abs(usd) < CENT) return `${usd < 0 ? MINUS : ""}<${totalUsd.format(CENT)}`;
  return withMinus(totalUsd.format(usd));
}

/** Like formatUsd, from integer nano-USD (1 USD = 1,000,000,000). */
export function formatNanoUsd(nanoUsd: Amount): string {
  return formatUsd(isKnown(nanoUsd) ? Number(nanoUsd) / NANO_PER_USD : null);
}

/** Like formatUsdTotal, from integer nano-USD. */
export function formatNanoUsdTotal(nanoUsd: Amount): string {
  return formatUsdTotal(isKnown(nanoUsd) ? Number(nanoUsd) / NANO_PER_USD : null);
}

/**
 * Formats a price in USD per token (number, or decimal text as the catalogue sends it) as USD per million tokens; zero
 * is "Free".
 */
export function formatPerMillion(usdPerToken: number | string | null | undefined): string {
  const usd = usdPerMillion(usdPerToken);
  return usd === 0 ? "Free" : formatUsd(usd);
}

/** Converts such a price to a number of USD per million tokens; null if it is not a price. */
export function usdPerMillion(usdPerToken: number | string | null | undefined): number | null {
  if (usdPerToken === null || usdPerToken === undefined || usdPerToken === "") return null;
  const price = Number(usdPerToken);
  return Number.isFinite(price) ? Number((price * 1e6).toPrecision(12)) : null;
}

/** Formats whole numbers with grouping: 12,431. */
export function formatCount(count: Amount): string {
  return isKnown(count) ? withMinus(integers.format(count)) : UNKNOWN;
}

/** Formats short counts of tokens and requests: 842, 12.4k, 1.2M. Show the exact number next to it or on hover. */
export function formatCompact(count: Amount): string {
  if (!isKnown(count)) return UNKNOWN;
  const parts = compact.formatToParts(count);
  return withMinus(parts.map((part) => (part.value === "K" ? "k" : part.value)).join(""));
}

/** Formats a ratio from 0 to 1 as a percentage: 99.95%, 12%. A ratio just below 100% is never rounded up to it. */
export function formatPercent(ratio: number | null | undefined, maximumFractionDigits = 2): string {
  if (!isKnown(ratio)) return UNKNOWN;
  const scale = 10 ** maximumFractionDigits;
  const percent = Math.round(ratio * 100 * scale) / scale;
  const shown = percent >= 100 && ratio < 1 ? 100 - 1 / scale : percent;
  return withMinus(`${new Intl.NumberFormat(LOCALE, { maximumFractionDigits }).format(shown)}%`);
}

/** Formats sizes in decimal units: 640 B, 1.2 MB. */
export function formatBytes(sizeBytes: number | null | undefined): string {
  if (!isKnown(sizeBytes)) return UNKNOWN;
  const units = ["B", "kB", "MB", "GB", "TB"];
  let size = sizeBytes;
  let unit = 0;
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && size < 99.95 ? 1 : 0;
  return `${new Intl.NumberFormat(LOCALE, { maximumFractionDigits: digits }).format(size)} ${units[unit]}`;
}

function isKnown<Value extends number | bigint>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined && (typeof value === "bigint" || Number.isFinite(value));
}

function withMinus(text: string): string {
  return text.replace("-", MINUS);
}

/** Intl drops the trailing zero of 0.5 if significant digits take precedence; money has at least two decimals. */
function padCents(text: string): string {
  const [whole = "", cents = ""] = text.split(".");
  return `${whole}.${cents.padEnd(2, "0")}`;
}

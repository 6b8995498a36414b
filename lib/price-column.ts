import { usdPerMillion } from "./format.ts";
import { usdColumn } from "./usd-column.ts";

/** USD a token, as the catalogue sends it. */
type Price = string | undefined;
/** Writes a price of the column in USD a million tokens; what is unknown is a dash, and zero is "Free". */
export type PriceColumn = (usdPerToken: Price) => string;

/** How the prices of tokens in one column are written: all that are not free with the same number of decimals. */
export function priceColumn(prices: readonly Price[]): PriceColumn {
  const write = usdColumn(prices.map(usdPerMillion).filter((usd) => usd !== 0));
  return (usdPerToken) => {
    const usd = usdPerMillion(usdPerToken);
    return usd === 0 ? "Free" : write(usd);
  };
}

import { usdPerMillion } from "./format.ts";
import { usdColumn } from "./usd-column.ts";

/** USD per token, as the catalogue sends it. */
type Price = string | undefined;
/** Formats a price of the column in USD per million tokens; unknown is a dash, and zero is "Free". */
export type PriceColumn = (usdPerToken: Price) => string;

/** Returns the format for the token prices of one column: all except free ones have the same number of decimals. */
export function priceColumn(prices: readonly Price[]): PriceColumn {
  const write = usdColumn(prices.map(usdPerMillion).filter((usd) => usd !== 0));
  return (usdPerToken) => {
    const usd = usdPerMillion(usdPerToken);
    return usd === 0 ? "Free" : write(usd);
  };
}

import { formatCompact, formatCount, formatPercent, formatPerMillion } from "#lib/format.ts";
import { formatDuration } from "#lib/format-time.ts";
import { type PriceColumn, priceColumn } from "#lib/price-column.ts";
import { mainUnitPrice } from "#lib/price-units.ts";
import { type Prices, tokenPrice } from "#lib/token-price.ts";

const NO_TRAFFIC = "Not enough traffic in the last 30 minutes";

type PriceProps = {
  prices: Prices;
  /** The price format of its column, if any; see `priceColumns`. */
  column?: PriceColumn | undefined;
};

/** Returns the price formats of the input and output columns, with the same number of decimals in each. */
export function priceColumns(rows: readonly { pricing: Prices }[]): { input: PriceColumn; output: PriceColumn } {
  return {
    input: priceColumn(rows.map(({ pricing }) => tokenPrice(pricing, "prompt"))),
    output: priceColumn(rows.map(({ pricing }) => outputOf(pricing).price)),
  };
}

/** The price of prompt or completion tokens in USD per million; "–" with the reason if there is none. */
export function TokenPrice({ prices, field, column }: PriceProps & { field: "prompt" | "completion" }) {
  const price = tokenPrice(prices, field);
  const reason = Number(prices[field]) < 0 ? "Unknown price" : "Billed in another unit; see the model's page";
  return <span title={price === undefined ? reason : undefined}>{(column ?? formatPerMillion)(price)}</span>;
}

/** A model's input price, or the price of its own unit if it does not charge for text tokens: `$0.002 / search`. */
export function InputPrice({ prices, column }: PriceProps) {
  const own = mainUnitPrice(prices);
  if (!own) return <TokenPrice prices={prices} field="prompt" column={column} />;
  return (
    <span className="whitespace-nowrap">
      {own.price} <span className="text-muted text-xs">/ {own.per}</span>
    </span>
  );
}

/** A model's output price: for text, or for the image or audio tokens that it outputs instead. */
export function OutputPrice({ prices, column }: PriceProps) {
  const { price, title } = outputOf(prices);
  if (!title) return <TokenPrice prices={prices} field="completion" column={column} />;
  return <span title={title}>{(column ?? formatPerMillion)(price)}</span>;
}

/** Returns the price of the output tokens; `title` names them if they are not text. */
function outputOf(prices: Prices): { price: string | undefined; title?: string } {
  const text = tokenPrice(prices, "completion");
  const made = text === undefined && (prices.image_output ?? prices.audio_output);
  if (typeof made !== "string" || mainUnitPrice(prices)) return { price: text };
  return { price: made, title: prices.image_output ? "Image tokens" : "Audio tokens" };
}

/** The prices of a model in one line, for narrow screens. */
export function PriceLine({ prices }: { prices: Prices }) {
  if (mainUnitPrice(prices) || Number(prices.prompt) < 0) return <InputPrice prices={prices} />;
  return (
    <>
      <TokenPrice prices={prices} field="prompt" /> in
      {outputOf(prices).price !== undefined && (
        <>
          , <OutputPrice prices={prices} /> out
        </>
      )}
    </>
  );
}

/** A number of tokens, short, with the exact one on hover. */
export function Tokens({ count }: { count: number | null }) {
  return (
    <span title={count ? `${formatCount(count)} tokens` : "Not stated by the providers"}>
      {formatCompact(count || null)}
    </span>
  );
}

/** Time to the first token. */
export function Latency({ latencyMs }: { latencyMs: number | null }) {
  return (
    <span title={latencyMs === null ? NO_TRAFFIC : "Median of the fastest provider"}>{formatDuration(latencyMs)}</span>
  );
}

/** Tokens per second. */
export function Throughput({ perSecond }: { perSecond: number | null }) {
  return (
    <span title={perSecond === null ? NO_TRAFFIC : "Median of the fastest provider"}>
      {perSecond === null ? "–" : `${formatCompact(perSecond)}/s`}
    </span>
  );
}

/** Share of successful attempts, from percent. */
export function Uptime({ percent, span = "day" }: { percent: number | null; span?: string }) {
  return (
    <span title={percent === null ? `No traffic in the last ${span}` : `Successful attempts in the last ${span}`}>
      {formatPercent(percent === null ? null : percent / 100)}
    </span>
  );
}

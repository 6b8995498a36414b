import { formatCompact, formatCount, formatPercent, formatPerMillion } from "#lib/format.ts";
import { formatDuration } from "#lib/format-time.ts";
import { mainUnitPrice } from "#lib/price-units.ts";
import { type Prices, tokenPrice } from "#lib/token-price.ts";

const NO_TRAFFIC = "Too little traffic in the last 30 minutes to tell";

/** The price of prompt or completion tokens in USD a million; "–" with its reason where there is none. */
export function TokenPrice({ prices, field }: { prices: Prices; field: "prompt" | "completion" }) {
  const price = tokenPrice(prices, field);
  const reason = Number(prices[field]) < 0 ? "The price is not known" : "Not charged by this; see the model's page";
  return <span title={price === undefined ? reason : undefined}>{formatPerMillion(price)}</span>;
}

/** What a model charges for its input, or where that is no tokens of text, by its own unit: `$0.002 / search`. */
export function InputPrice({ prices }: { prices: Prices }) {
  const own = mainUnitPrice(prices);
  if (!own) return <TokenPrice prices={prices} field="prompt" />;
  return (
    <span className="whitespace-nowrap">
      {own.price} <span className="text-muted text-xs">/ {own.per}</span>
    </span>
  );
}

/** What an answer costs: its text, or the tokens of the pictures or the sound that a model makes in place of text. */
export function OutputPrice({ prices }: { prices: Prices }) {
  const made = tokenPrice(prices, "completion") === undefined && (prices.image_output ?? prices.audio_output);
  if (typeof made !== "string" || mainUnitPrice(prices)) return <TokenPrice prices={prices} field="completion" />;
  return <span title={prices.image_output ? "Tokens of images" : "Tokens of sound"}>{formatPerMillion(made)}</span>;
}

/** The prices of a model in one line, for narrow screens. */
export function PriceLine({ prices }: { prices: Prices }) {
  if (mainUnitPrice(prices) || Number(prices.prompt) < 0) return <InputPrice prices={prices} />;
  const gives = tokenPrice(prices, "completion") ?? prices.image_output ?? prices.audio_output;
  return (
    <>
      <TokenPrice prices={prices} field="prompt" /> in
      {gives !== undefined && (
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

/** Tokens a second. */
export function Throughput({ perSecond }: { perSecond: number | null }) {
  return (
    <span title={perSecond === null ? NO_TRAFFIC : "Median of the fastest provider"}>
      {perSecond === null ? "–" : `${formatCompact(perSecond)}/s`}
    </span>
  );
}

/** Share of answered attempts, from percent. */
export function Uptime({ percent, span = "day" }: { percent: number | null; span?: string }) {
  return (
    <span title={percent === null ? `No traffic in the last ${span}` : `Attempts answered in the last ${span}`}>
      {formatPercent(percent === null ? null : percent / 100)}
    </span>
  );
}

"use client";

import { usdPerMillion } from "#lib/format.ts";
import { type UsdColumn, usdColumn } from "#lib/usd-column.ts";
import type { ImageEndpoint } from "./image-abilities.ts";

/** Each accessible provider's price per image; nothing if none is known. */
export function ImagePrices({ endpoints }: { endpoints: readonly ImageEndpoint[] }) {
  const usable = endpoints.filter(({ available }) => available);
  const shown = usable.length > 0 ? usable : endpoints;
  const format = usdColumn(shown.flatMap(({ pricing }) => leastPrices(pricing).map(({ usd }) => usd)));
  const rows = shown.flatMap(({ provider_name: provider, pricing }) => {
    const price = priceOf(pricing, format);
    return price ? [{ provider, price }] : [];
  });
  if (rows.length === 0) return null;
  return (
    <section aria-label="Prices" className="flex flex-col gap-1">
      <h2 className="font-medium text-sm">Price</h2>
      <dl className="text-muted text-xs">
        {rows.map(({ provider, price }) => (
          <div key={provider} className="flex justify-between gap-3 leading-6">
            <dt>{provider}</dt>
            <dd className="text-ink">{price}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Returns the lowest output price by unit: "from $0.04 an image". */
function priceOf(pricing: Pricing, format: UsdColumn): string | undefined {
  const prices = leastPrices(pricing);
  if (prices.length === 0) return undefined;
  if (prices.every(({ usd, isExact }) => usd === 0 && isExact)) return "Free";
  return prices.map(({ usd, per, isExact }) => `${isExact ? "" : "from "}${format(usd)} / ${per}`).join(", ");
}

type Pricing = ImageEndpoint["pricing"];
type LeastPrice = { usd: number | null; per: string; isExact: boolean };

/** Returns the lowest output price by unit; exact if there is no other. */
function leastPrices(pricing: Pricing): LeastPrice[] {
  const output = pricing.filter(({ billable }) => billable === "output_image");
  return [...new Set(output.map(({ unit }) => unit))].map((unit) => {
    const costs = output.filter((one) => one.unit === unit).map(({ cost_usd: cost }) => cost);
    const least = Math.min(...costs);
    const isExact = costs.every((cost) => cost === least);
    if (unit === "token") return { usd: usdPerMillion(least), per: "M image tokens", isExact };
    return { usd: least, per: unit, isExact };
  });
}

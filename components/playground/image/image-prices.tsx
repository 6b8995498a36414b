"use client";

import { formatPerMillion, formatUsd } from "#lib/format.ts";
import type { ImageEndpoint } from "./image-abilities.ts";

/** Each accessible provider's price per image; nothing if none is known. */
export function ImagePrices({ endpoints }: { endpoints: readonly ImageEndpoint[] }) {
  const usable = endpoints.filter(({ available }) => available);
  const rows = (usable.length > 0 ? usable : endpoints).flatMap(({ provider_name: provider, pricing }) => {
    const price = priceOf(pricing);
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
function priceOf(pricing: ImageEndpoint["pricing"]): string | undefined {
  const output = pricing.filter(({ billable }) => billable === "output_image");
  const parts = [...new Set(output.map(({ unit }) => unit))].map((unit) => {
    const costs = output.filter((one) => one.unit === unit).map(({ cost_usd: cost }) => cost);
    const least = Math.min(...costs);
    const shown = unit === "token" ? `${formatPerMillion(least)} / M image tokens` : `${formatUsd(least)} / ${unit}`;
    return costs.some((cost) => cost !== least) ? `from ${shown}` : shown;
  });
  if (parts.length === 0) return undefined;
  return output.every(({ cost_usd: cost }) => cost === 0) ? "Free" : parts.join(", ");
}

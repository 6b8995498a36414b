import { Panel } from "#components/ui/display/panel.tsx";
import { priceColumn } from "#lib/price-column.ts";
import { PRICE_UNITS, shownPrice } from "#lib/price-units.ts";
import type { Model } from "../model-filters.ts";
import type { Unpriced } from "./unpriced.ts";
import { UnpricedList } from "./unpriced-list.tsx";

type Pricing = Model["pricing"];

/** Everything the model's cheapest endpoint charges for, its conditions, and what has no price. */
export function PricePanel({ pricing, unpriced }: { pricing: Pricing; unpriced: readonly Unpriced[] }) {
  const rows = pricesOf(pricing);
  return (
    <Panel title="Prices" description="USD, at the provider that is tried first">
      {rows.length > 0 && <PriceList rows={rows} />}
      {pricing.overrides?.map((override) => (
        <section key={JSON.stringify(override)} className="mt-3 border-t pt-3">
          <h3 className="pb-1 text-muted text-xs">{conditionOf(override)}</h3>
          <PriceList rows={pricesOf(override)} />
        </section>
      ))}
      <UnpricedList parts={unpriced} />
    </Panel>
  );
}

type PriceRow = { name: string; price: string; per: string };

function PriceList({ rows }: { rows: PriceRow[] }) {
  return (
    <dl className="text-sm">
      {rows.map(({ name, price, per }) => (
        <div key={name} className="flex h-8 items-center justify-between gap-4 border-b last:border-b-0">
          <dt>{name}</dt>
          <dd>
            {price} {price !== "Free" && <span className="text-muted text-xs">/ {per}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function pricesOf(pricing: Record<string, unknown>): PriceRow[] {
  const others = Object.entries(pricing).some(([name, price]) => isToken(name) === false && Number(price) > 0);
  const ofTokens = priceColumn(
    Object.entries(PRICE_UNITS).flatMap(([field, { per }]) => {
      const price = pricing[field];
      return per === "M tokens" && typeof price === "string" && Number(price) > 0 ? [price] : [];
    }),
  );
  return Object.entries(PRICE_UNITS).flatMap(([field, { name }]) => {
    const price = pricing[field];
    if (typeof price !== "string" || Number(price) < 0) return [];
    // A zero token price means free only if tokens are all that is charged.
    if (Number(price) === 0 && (others || !isToken(field))) return [];
    const shown = shownPrice(field, price, ofTokens);
    return shown ? [{ name, ...shown }] : [];
  });
}

function isToken(field: string): boolean {
  return field === "prompt" || field === "completion";
}

function conditionOf(override: Record<string, unknown>): string {
  const { min_prompt_tokens: least, utc_start: start, utc_end: end } = override;
  const parts: string[] = [];
  if (typeof least === "number") parts.push(`From ${least.toLocaleString("en-US")} input tokens`);
  if (typeof start === "number" && typeof end === "number") parts.push(`From ${clock(start)} to ${clock(end)} UTC`);
  return parts.join(", ") || "In some cases";
}

/** Formats HHMM from a number. */
function clock(time: number): string {
  const text = String(time).padStart(4, "0");
  return `${text.slice(0, 2)}:${text.slice(2)}`;
}

import { IdPill } from "#components/ui/display/id-pill.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import type { Generation } from "./generation.ts";

type Price = Generation["cost_proof"]["prices"][number];

const ORIGINS = { shipped: "shipped with the gateway", refresh: "from a price refresh", override: "set here" } as const;

/** The price rows of a cost, with their sources and dates. */
export function CostSources({ proof }: { proof: Generation["cost_proof"] }) {
  if (proof.prices.length === 0) return null;
  return (
    <details className="border-t pt-2 text-xs">
      <summary className="font-medium text-sm">Prices used ({proof.prices.length})</summary>
      <ol className="mt-2 flex flex-col gap-3">
        {proof.prices.map((price, index) => (
          <PriceRow key={price.id} price={price} number={index + 1} />
        ))}
      </ol>
    </details>
  );
}

function PriceRow({ price, number }: { price: Price; number: number }) {
  const { discount } = price;
  return (
    <li className="flex flex-col gap-1">
      <span className="flex flex-wrap items-center gap-2">
        <span className="text-muted">{number}</span>
        {price.unit?.replaceAll("_", " ") ?? "discount"}
        <IdPill id={price.id} label="price ID" ends={12} />
        {price.service_tier && <Badge>{price.service_tier}</Badge>}
        {price.variant && <Badge>{price.variant}</Badge>}
        {price.min_prompt_tokens > 0 && <Badge>from {price.min_prompt_tokens} input tokens</Badge>}
        {price.disputed && <Badge title="Sources disagree. You pay the newest source's price.">disputed</Badge>}
      </span>
      <span className="break-words pl-4 text-muted">
        <Source text={price.source} />, as of {price.as_of}, {ORIGINS[price.origin]}, revision{" "}
        <span className="font-mono">{price.source_revision}</span>
      </span>
      {discount && (
        <span className="break-words pl-4 text-muted">
          Less {discount.basis_points / 100}%, <Source text={discount.source} />, as of {discount.as_of}{" "}
          <IdPill id={discount.id} label="discount ID" ends={12} />
        </span>
      )}
    </li>
  );
}

function Source({ text }: { text: string }) {
  if (!text.startsWith("https://")) return text;
  return (
    <a href={text} target="_blank" rel="noreferrer" className="break-all underline">
      {text}
    </a>
  );
}

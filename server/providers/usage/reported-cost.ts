import { isRecord } from "#lib/is-record.ts";
import { type Block, list } from "../exchange/json.ts";

const NANO_USD = 1e9;
/** xAI counts in ten-billionths of a USD. */
const TICKS_PER_NANO_USD = 10;

/**
 * Returns the cost that an upstream reports for a request, in nano-USD; undefined if it reports none. OpenRouter and
 * other gateways send `cost` in USD, Perplexity an object of that name with a total, DeepInfra `estimated_cost`, xAI
 * `cost_in_usd_ticks`. Not for providers whose `cost` is in another unit, such as Black Forest Labs.
 */
export function reportedCost(usage: Block): number | undefined {
  const calls = list(usage.calls);
  if (calls.length > 0) return sumOf(calls.map((call) => (isRecord(call) ? reportedCost(call) : undefined)));
  if (isAmount(usage.cost_in_usd_ticks)) return Math.round(usage.cost_in_usd_ticks / TICKS_PER_NANO_USD);
  const usd = [usage.cost, isRecord(usage.cost) ? usage.cost.total_cost : undefined, usage.estimated_cost].find(
    isAmount,
  );
  return usd === undefined ? undefined : nanoUsdOf(usd + ownKeyUsd(usage));
}

/** Returns the provider's cost that the caller's own key at OpenRouter pays; `cost` is then only OpenRouter's fee. */
function ownKeyUsd({ is_byok, cost_details }: Block): number {
  const upstream = isRecord(cost_details) ? cost_details.upstream_inference_cost : undefined;
  return is_byok === true && isAmount(upstream) ? upstream : 0;
}

function nanoUsdOf(usd: number): number | undefined {
  const nanoUsd = Math.round(usd * NANO_USD);
  return Number.isSafeInteger(nanoUsd) ? nanoUsd : undefined;
}

function sumOf(costs: (number | undefined)[]): number | undefined {
  return costs.reduce((sum, cost) => (sum === undefined || cost === undefined ? undefined : sum + cost), 0);
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value < Number.MAX_SAFE_INTEGER;
}

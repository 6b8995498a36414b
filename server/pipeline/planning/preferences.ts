import type { ProviderRouting } from "#lib/contract/routing.ts";
import type { HealthReading } from "#server/catalogue/health.ts";
import type { ModelEndpoint } from "#server/catalogue/model.ts";
import type { UsageUnit } from "#server/providers/usage/usage.ts";
import { type Candidate, regionMultiplier } from "./candidate.ts";
import type { PlanRequest } from "./plan-request.ts";
import { type PriceRows, unitPrice } from "./sorting-price.ts";

/** Returns which preference in the caller's `provider` object excludes a candidate; undefined if none does. */
export function preferenceAgainst(
  { routing, parameters, serviceTier = null }: Pick<PlanRequest, "routing" | "parameters" | "serviceTier">,
  candidate: Candidate,
): string | undefined {
  if (!routing) return undefined;
  const { endpoint } = candidate;
  if (routing.only?.length && !names(routing.only, endpoint)) return "only";
  if (routing.ignore?.length && names(routing.ignore, endpoint)) return "ignore";
  if (routing.allow_fallbacks === false && routing.order?.length && !names(routing.order, endpoint)) return "order";
  const quantizations: readonly string[] | null | undefined = routing.quantizations;
  if (quantizations?.length && !quantizations.includes(endpoint.quantization ?? "unknown")) return "quantizations";
  if (routing.zdr && !endpoint.zeroDataRetention) return "zdr";
  if (routing.data_collection === "deny" && endpoint.trainsOnPrompts) return "data_collection";
  const missing = routing.require_parameters
    ? parameters.filter((name) => !endpoint.supportedParameters.includes(name))
    : [];
  if (missing.length > 0) return `parameters:${missing.join(", ")}`;
  return withinCeiling(routing.max_price, candidate, serviceTier) ? undefined : "max_price";
}

/** Returns the position in the caller's `order`; undefined for unlisted providers. */
export function orderOf(order: readonly string[] | null | undefined, endpoint: ModelEndpoint): number | undefined {
  const position = order?.findIndex((name) => names([name], endpoint)) ?? -1;
  return position < 0 ? undefined : position;
}

/** Returns whether the endpoint is slower than the caller prefers. Slow endpoints come last but are not excluded. */
export function tooSlow(routing: ProviderRouting, health: HealthReading): boolean {
  return (
    misses(routing.preferred_min_throughput, health.throughput, (measured, preferred) => measured < preferred) ||
    misses(routing.preferred_max_latency, health.latencyMs, (measured, preferred) => measured > preferred * 1000)
  );
}

type Percentiles = { p50: number; p75: number; p90: number; p99: number } | null;

function misses(
  preference: ProviderRouting["preferred_max_latency"],
  measured: Percentiles,
  worse: (measured: number, preferred: number) => boolean,
): boolean {
  if (preference === null || preference === undefined || !measured) return false;
  const preferred = typeof preference === "number" ? { p50: preference } : preference;
  return Object.entries(preferred).some(
    ([name, value]) => value !== undefined && worse(measured[name as keyof typeof measured], value),
  );
}

function names(list: readonly string[], endpoint: ModelEndpoint): boolean {
  const provider = endpoint.provider.toLowerCase();
  return list.some((name) => name.toLowerCase() === provider || name.toLowerCase().startsWith(`${provider}/`));
}

/**
 * Returns whether a candidate's prices are within the caller's maximum: those of the requested service tier, in the
 * region where the candidate runs, for the shortest prompts. On a priced endpoint a unit without a price is free:
 * embeddings have no completion, and few providers charge per request. An unpriced endpoint exceeds every maximum.
 */
function withinCeiling(ceiling: ProviderRouting["max_price"], candidate: Candidate, tier: string | null): boolean {
  if (!ceiling) return true;
  const { prices: rows, unpriced, provider } = candidate;
  const multiplier = regionMultiplier(candidate);
  const sold = tier !== null && provider.soldTiers?.includes(tier) ? tier : null;
  const isPriced = !unpriced;
  const priceOf = (unit: UsageUnit) => {
    const price = unitPrice(rows, unit, sold);
    return price === null ? null : price * multiplier;
  };
  const audio = priceOf("input_audio_tokens") ?? priceOf("input_tokens");
  return (
    below(ceiling.prompt, priceOf("input_tokens"), isPriced) &&
    below(ceiling.completion, priceOf("output_tokens"), isPriced) &&
    below(ceiling.request, priceOf("requests"), isPriced, UNITS_A_MILLION) &&
    below(ceiling.image, priceOf("images"), isPriced && !makesImagesByOtherUnits(rows), UNITS_A_MILLION) &&
    below(ceiling.audio, audio, isPriced, UNITS_A_MILLION)
  );
}

const UNITS_A_MILLION = 1_000_000;

/** Returns whether images are billed in units whose count is known only afterwards. */
function makesImagesByOtherUnits(rows: PriceRows): boolean {
  return unitPrice(rows, "output_image_tokens") !== null || unitPrice(rows, "megapixels") !== null;
}

/**
 * Returns whether a price is below the ceiling. `ceiling`: USD per million units, or per unit if `units` is a million.
 * `isFree`: a missing price means free.
 */
function below(
  ceiling: string | number | null | undefined,
  nanoUsdPerMillion: number | null,
  isFree: boolean,
  units = 1,
): boolean {
  if (ceiling === null || ceiling === undefined) return true;
  if (nanoUsdPerMillion === null) return isFree;
  return nanoUsdPerMillion <= Math.round(Number(ceiling) * 1e9) * units;
}

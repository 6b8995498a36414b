import type { ProviderRouting } from "#lib/contract/routing.ts";
import type { HealthReading } from "#server/catalogue/health.ts";
import type { ModelEndpoint } from "#server/catalogue/model.ts";
import { type Money, unitPrice } from "./price-order.ts";

/**
 * Which model endpoints a caller's `provider` object lets in. `isPriced`: what the endpoint bills by has its prices.
 * `parameters`: the body's fields that a model may not support.
 */
export function allowsEndpoint(
  routing: ProviderRouting | null | undefined,
  endpoint: ModelEndpoint,
  { money, isPriced }: { money: Money; isPriced: boolean },
  parameters: readonly string[],
): boolean {
  if (!routing) return true;
  if (routing.only?.length && !names(routing.only, endpoint)) return false;
  if (routing.ignore?.length && names(routing.ignore, endpoint)) return false;
  if (routing.allow_fallbacks === false && routing.order?.length && !names(routing.order, endpoint)) return false;
  if (routing.quantizations?.length && !routing.quantizations.includes(endpoint.quantization ?? "unknown"))
    return false;
  if (routing.zdr && !endpoint.zeroDataRetention) return false;
  if (routing.data_collection === "deny" && endpoint.trainsOnPrompts) return false;
  if (routing.require_parameters && !parameters.every((name) => endpoint.supportedParameters.includes(name)))
    return false;
  return withinCeiling(routing.max_price, money, isPriced);
}

/** Position in the caller's `order`; those not named come after all named. */
export function orderOf(order: readonly string[] | null | undefined, endpoint: ModelEndpoint): number {
  const position = order?.findIndex((name) => names([name], endpoint)) ?? -1;
  return position < 0 ? Number.MAX_SAFE_INTEGER : position;
}

/** True when the endpoint is slower than the caller prefers: such come last, but are not excluded. */
export function tooSlow(routing: ProviderRouting, health: HealthReading): boolean {
  return (
    misses(routing.preferred_min_throughput, health.throughput, (seen, wanted) => seen < wanted) ||
    misses(routing.preferred_max_latency, health.latencyMs, (seen, wanted) => seen > wanted * 1000)
  );
}

type Percentiles = { p50: number; p75: number; p90: number; p99: number } | null;

function misses(
  preference: ProviderRouting["preferred_max_latency"],
  seen: Percentiles,
  worse: (seen: number, wanted: number) => boolean,
): boolean {
  if (preference === null || preference === undefined || !seen) return false;
  const wanted = typeof preference === "number" ? { p50: preference } : preference;
  return Object.entries(wanted).some(
    ([name, value]) => value !== undefined && worse(seen[name as keyof typeof seen], value),
  );
}

function names(list: readonly string[], endpoint: ModelEndpoint): boolean {
  const provider = endpoint.provider.toLowerCase();
  return list.some((name) => name.toLowerCase() === provider || name.toLowerCase().startsWith(`${provider}/`));
}

/**
 * An endpoint whose prices are known charges nothing for a unit that it has none for: vectors have no completion, and
 * few charge by the request. One whose prices are not known is above every ceiling.
 */
function withinCeiling(ceiling: ProviderRouting["max_price"], money: Money, isPriced: boolean): boolean {
  if (!ceiling) return true;
  const audio = unitPrice(money, "input_audio_tokens") ?? unitPrice(money, "input_tokens");
  return (
    below(ceiling.prompt, unitPrice(money, "input_tokens"), isPriced) &&
    below(ceiling.completion, unitPrice(money, "output_tokens"), isPriced) &&
    below(ceiling.request, unitPrice(money, "requests"), isPriced, UNITS_A_MILLION) &&
    below(ceiling.image, unitPrice(money, "images"), isPriced && !makesImagesByOtherUnits(money), UNITS_A_MILLION) &&
    below(ceiling.audio, audio, isPriced, UNITS_A_MILLION)
  );
}

const UNITS_A_MILLION = 1_000_000;

/** What one picture costs is then known after it is made. */
function makesImagesByOtherUnits(money: Money): boolean {
  return unitPrice(money, "output_image_tokens") !== null || unitPrice(money, "megapixels") !== null;
}

/** `ceiling` in USD per million units, or per unit where `units` says a million. `isFree`: without a price it costs nothing. */
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

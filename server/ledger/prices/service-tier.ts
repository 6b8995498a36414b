/** Names that vendors give the tier everybody gets who asks for nothing. */
const DEFAULT_NAMES = new Set(["", "auto", "default", "standard", "standard_only", "on_demand"]);

type Fields = { readonly [field: string]: unknown };
/** What an upstream said: the tier of its reply, and its usage block, where some vendors put the tier. */
type ResponseFacts = { serviceTier?: string | undefined; rawUsage?: Fields | undefined };

/**
 * The service tier a call is priced at: the one the upstream says it used, else the one that was asked for; null for
 * the default one. Faster generation (`speed: "fast"`) has prices of its own, as a tier has.
 */
export function serviceTierOf(body: Fields, told: ResponseFacts): string | null {
  const speed = named(told.rawUsage?.speed) ?? named(body.speed);
  if (speed !== undefined && tierOf(speed) !== null) return tierOf(speed);
  const tier = named(told.serviceTier) ?? named(told.rawUsage?.service_tier) ?? named(body.service_tier);
  return tier === undefined ? null : tierOf(tier);
}

function named(value: unknown): string | undefined {
  return typeof value === "string" ? value.toLowerCase().slice(0, 64) : undefined;
}

function tierOf(name: string): string | null {
  return DEFAULT_NAMES.has(name) ? null : name;
}

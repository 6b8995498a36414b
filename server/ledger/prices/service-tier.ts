/** Providers' names for the default tier. */
const DEFAULT_NAMES = new Set(["", "auto", "default", "standard", "standard_only", "on_demand"]);

type Fields = { readonly [field: string]: unknown };
/** The service tier that an upstream reported, and its usage block, where some providers put the tier. */
type ResponseFacts = { serviceTier?: string | undefined; rawUsage?: Fields | undefined };

/**
 * Returns the service tier that determines a request's prices: the one that the upstream reports, else the requested
 * one; null for the default. Fast generation (`speed: "fast"`) is priced like a tier.
 */
export function serviceTierOf(body: Fields, response: ResponseFacts): string | null {
  const speed = nameOf(response.rawUsage?.speed) ?? nameOf(body.speed);
  if (speed !== undefined && tierOf(speed) !== null) return tierOf(speed);
  const { service_tier: reported, trafficType: traffic } = response.rawUsage ?? {};
  const tier =
    nameOf(response.serviceTier) ?? nameOf(reported) ?? trafficTier(nameOf(traffic)) ?? nameOf(body.service_tier);
  return tier === undefined ? null : tierOf(tier);
}

function nameOf(value: unknown): string | undefined {
  return typeof value === "string" ? value.toLowerCase().slice(0, 64) : undefined;
}

function tierOf(name: string): string | null {
  return DEFAULT_NAMES.has(name) ? null : name;
}

/** Vertex AI reports `ON_DEMAND`, `ON_DEMAND_FLEX` or `ON_DEMAND_PRIORITY`; its other types are not tiers. */
function trafficTier(traffic: string | undefined): string | undefined {
  return traffic?.startsWith("on_demand") ? traffic.replace("on_demand_", "") : undefined;
}

import type { Principal } from "#server/caller/principal.ts";
import type { ModelEndpoint } from "#server/catalogue/model.ts";
import type { NameList } from "#server/guardrails/effective.ts";
import { servingProvider } from "#server/providers/serving.ts";
import { credentialsFor } from "./credentials-for.ts";
import { dataRegionOf, regionRefusal } from "./data-region.ts";
import type { RoutingRefusal } from "./guardrail-routing.ts";
import type { PlanParts } from "./plan-request.ts";

type Parts = Pick<
  PlanParts,
  "catalogue" | "credentials" | "dataRegions" | "providers" | "systemCredentials" | "variables"
>;

/** Returns which guardrail forbids a model endpoint with every credential because of its data region. */
export function regionDenial(
  parts: Parts,
  caller: Principal,
  lists: readonly NameList[],
  endpoint: ModelEndpoint,
): RoutingRefusal | undefined {
  const provider = servingProvider(parts.providers, endpoint);
  if (lists.length === 0 || !provider) return undefined;
  const denials = credentialsFor(parts, caller, endpoint, provider).map((access) => {
    const region = dataRegionOf(parts.dataRegions, { ...access, provider, endpoint });
    const list = regionRefusal(lists, region);
    const reason = `allows data only in ${[...(list?.names ?? [])].join(" and ")}, and ${provider.id} processes requests for ${endpoint.model} in ${region ?? "an unknown region"}`;
    return list && { source: list.source, reason };
  });
  return denials.every(Boolean) ? denials[0] : undefined;
}

import type { Principal } from "#server/caller/principal.ts";
import type { Gateway } from "#server/gateway.ts";
import { regionReason } from "#server/pipeline/planning/data-region.ts";
import type { RecordedCandidate } from "#server/pipeline/planning/record/routing-record.ts";
import { addressOf } from "#server/pipeline/planning/system-credentials.ts";
import { servingProvider } from "#server/providers/serving.ts";
import type { Change } from "./policy.ts";

/**
 * Returns whether a recorded candidate processes data in the allowed regions of a change. The region is that of its
 * credential today, because records do not contain it; a candidate whose credential is gone is in none.
 */
export function inRegions(
  { providerSets, credentials, environment }: Gateway,
  principal: Principal,
  { allowed_data_regions: allowed }: Change,
): (candidate: RecordedCandidate) => boolean {
  if (allowed.length === 0) return () => true;
  const { catalogue, providers, systemCredentials } = providerSets.of(principal);
  const { variables, DATA_REGIONS: declared } = environment;
  return ({ endpoint: id, own, key }) => {
    const endpoint = catalogue.endpoint(id);
    const provider = endpoint && servingProvider(providers, endpoint);
    if (!provider) return false;
    const system = systemCredentials.get(provider.id);
    const numbered = system?.keys?.find(({ member }) => member.id === key)?.credential;
    const credential = own === undefined ? (numbered ?? system?.credential) : credentials.keyOf(own);
    if (credential === undefined) return false;
    const place = { baseUrl: system?.baseUrl ?? addressOf(provider, variables), credential, provider, endpoint };
    return regionReason(declared, [], allowed, place) === undefined;
  };
}

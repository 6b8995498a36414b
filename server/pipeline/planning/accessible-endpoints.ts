import type { Principal } from "#server/caller/principal.ts";
import type { ModelEndpoint } from "#server/catalogue/model.ts";
import type { PipelineGateway } from "../pipeline-gateway.ts";
import { credentialsFor } from "./credentials-for.ts";
import { dataRegionOf, regionRefusal } from "./data-region.ts";

export type CanAccess = (endpoint: ModelEndpoint) => boolean;

type Parts = Pick<PipelineGateway, "providerSets" | "credentials" | "environment" | "guardrails">;

/**
 * Returns which model endpoints some credential can call: system credentials, those of custom providers and the
 * caller's BYOK credentials, in the regions that guardrails allow. Without a caller only system credentials count.
 */
export function accessibleEndpoints(gateway: Parts, caller: Principal | undefined): CanAccess {
  const { providers, ...available } = gateway.providerSets.of(caller);
  if (!caller) return ({ provider }) => available.systemCredentials.has(provider);
  const { variables, DATA_REGIONS: declared } = gateway.environment;
  const parts = { ...available, credentials: gateway.credentials, variables };
  const { allowedDataRegions: lists } = gateway.guardrails.effective(caller).routing;
  return (endpoint) => {
    const provider = providers.get(endpoint.provider);
    if (provider === undefined) return false;
    const accesses = credentialsFor(parts, caller, endpoint, provider);
    if (lists.length === 0) return accesses.length > 0;
    return accesses.some((access) => !regionRefusal(lists, dataRegionOf(declared, { ...access, provider, endpoint })));
  };
}

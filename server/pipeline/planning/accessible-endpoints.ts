import type { Principal } from "#server/caller/principal.ts";
import type { ModelEndpoint } from "#server/catalogue/model.ts";
import { providers } from "#server/providers/registry.ts";
import type { PipelineGateway } from "../pipeline-gateway.ts";
import { credentialsFor } from "./credentials-for.ts";

export type CanAccess = (endpoint: ModelEndpoint) => boolean;

type Parts = Pick<PipelineGateway, "catalogue" | "credentials" | "systemCredentials" | "environment">;

/**
 * Returns which model endpoints some credential can call: system credentials and the caller's BYOK credentials. Without
 * a caller only system credentials count.
 */
export function accessibleEndpoints(gateway: Parts, caller: Principal | undefined): CanAccess {
  if (!caller) return ({ provider }) => gateway.systemCredentials.has(provider);
  const parts = { ...gateway, variables: gateway.environment.variables };
  return (endpoint) => {
    const provider = providers.get(endpoint.provider);
    return provider !== undefined && credentialsFor(parts, caller, endpoint, provider).length > 0;
  };
}

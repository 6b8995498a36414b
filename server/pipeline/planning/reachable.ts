import type { Principal } from "#server/auth/principal.ts";
import type { ModelEndpoint } from "#server/catalogue/model.ts";
import type { Gateway } from "#server/gateway.ts";
import { providers } from "#server/providers/registry.ts";
import { credentialsFor } from "./credentials-for.ts";

export type Reaches = (endpoint: ModelEndpoint) => boolean;

type Parts = Pick<Gateway, "catalogue" | "credentials" | "house" | "environment">;

/** Which model endpoints some credential reaches: the house's, or the caller's own. Without a caller the house's alone. */
export function reachableBy(open: Parts, caller: Principal | undefined): Reaches {
  if (!caller) return ({ provider }) => open.house.has(provider);
  const parts = { ...open, variables: open.environment.variables };
  return (endpoint) => {
    const provider = providers.get(endpoint.provider);
    return provider !== undefined && credentialsFor(parts, caller, endpoint, provider).length > 0;
  };
}

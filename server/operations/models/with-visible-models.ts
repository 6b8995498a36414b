import type { Principal } from "#server/caller/principal.ts";
import type { Gateway } from "#server/gateway.ts";
import { aliasCatalogue } from "#server/pipeline/aliases/alias-catalogue.ts";

/** Returns the gateway with the catalogue that a caller sees: with the models and aliases of the caller's workspace. */
export function withVisibleModels(
  gateway: Gateway,
  caller: Pick<Principal, "organizationId" | "workspaceId"> | undefined,
): Gateway {
  const { aliases, providerSets, presets } = gateway;
  const { catalogue } = providerSets.of(caller);
  return {
    ...gateway,
    catalogue: caller ? aliasCatalogue(catalogue, aliases, presets, caller.workspaceId) : catalogue,
  };
}

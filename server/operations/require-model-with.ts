import type { Principal } from "#server/caller/principal.ts";
import type { ModelEndpoint } from "#server/catalogue/model.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { modelsOf } from "#server/pipeline/enter-call.ts";
import { accessibleEndpoints } from "#server/pipeline/planning/accessible-endpoints.ts";
import type { Provider } from "#server/providers/provider.ts";

/** Something that only some models can do. `name`: as a plural, for errors. `instead`: what the caller can do. */
export type Ability = {
  name: string;
  instead: string;
  has(endpoint: ModelEndpoint, providers: Pick<ReadonlyMap<string, Provider>, "get">): boolean;
};

/** How many models an error names. */
const NAMED = 5;

/** Throws 404 if no model of a request has an ability, and names models that have. Unknown models pass. */
export function requireModelWith(gateway: Gateway, principal: Principal, body: Body, ability: Ability): void {
  const { catalogue, providers } = gateway.providerSets.of(principal);
  const { name, instead, has } = ability;
  const models = modelsOf(body);
  const mayServe = models.some((model) => {
    const endpoints = catalogue.endpointsOf(model);
    return endpoints.length === 0 || endpoints.some((endpoint) => has(endpoint, providers));
  });
  if (mayServe) return;
  const canAccess = accessibleEndpoints(gateway, principal);
  const others = catalogue
    .models()
    .filter(({ id }) => catalogue.endpointsOf(id).some((one) => has(one, providers) && canAccess(one)))
    .slice(0, NAMED)
    .map(({ id }) => id);
  const hint = others.length > 0 ? ` Models with ${name}: ${others.join(", ")}.` : "";
  throw new HttpError(404, `${models[0]} has no ${name}; ${instead}.${hint}`, {
    metadata: { reason: "unsupported_operation", suggestions: others },
  });
}

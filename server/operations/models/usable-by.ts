import type { Principal } from "#server/caller/principal.ts";
import type { Gateway } from "#server/gateway.ts";
import { accessibleEndpoints, type CanAccess } from "#server/pipeline/planning/accessible-endpoints.ts";
import { endpointRefusal, modelRefusal } from "#server/pipeline/planning/guardrail-routing.ts";
import type { ListedModel } from "./listed-model.ts";

type Usable = { reaches: CanAccess; canUse: (listed: ListedModel) => boolean };

/** Returns which model endpoints a caller can reach, and which models the caller's guardrails allow there. */
export function usableBy(gateway: Gateway, principal: Principal): Usable {
  const { routing } = gateway.guardrails.effective(principal);
  const reaches = accessibleEndpoints(gateway, principal);
  return {
    reaches,
    canUse: ({ model, endpoints }) =>
      !modelRefusal(routing, model) && endpoints.some((one) => reaches(one) && !endpointRefusal(routing, one)),
  };
}

import { listUserModels as endpoint } from "#lib/contract/models.ts";
import { operation } from "#server/http/operation.ts";
import { accessibleEndpoints } from "#server/pipeline/planning/accessible-endpoints.ts";
import { endpointRefusal, modelRefusal } from "#server/pipeline/planning/guardrail-routing.ts";
import type { ListedModel } from "./listed-model.ts";
import { modelList } from "./model-list.ts";
import { offeredTo } from "./offered-to.ts";

/** Lists the models that the caller can use: those of accessible providers that the caller's guardrails allow. */
export const listUserModels = operation(endpoint)(async (shared, { principal, query, request }) => {
  const gateway = offeredTo(shared, principal);
  const { routing } = gateway.guardrails.effective(principal);
  const reaches = accessibleEndpoints(gateway, principal);
  const passes = ({ model, endpoints }: ListedModel) =>
    !modelRefusal(routing, model) && endpoints.some((one) => reaches(one) && !endpointRefusal(routing, one));
  return modelList(gateway, reaches, { ...query, available: true }, request.url, passes);
});

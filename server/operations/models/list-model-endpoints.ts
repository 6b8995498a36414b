import { listModelEndpoints as endpoint } from "#lib/contract/models.ts";
import { operation } from "#server/http/operation.ts";
import { accessibleEndpoints } from "#server/pipeline/planning/accessible-endpoints.ts";
import { endpointRecord } from "./endpoint-record.ts";
import { findModel } from "./find-model.ts";
import { architectureOf } from "./model-record.ts";
import { withVisibleModels } from "./with-visible-models.ts";

export const listModelEndpoints = operation(endpoint)(async (shared, { principal, params, request }) => {
  const gateway = withVisibleModels(shared, principal);
  const reaches = accessibleEndpoints(gateway, principal);
  const name = `${params.author}/${params.slug}`;
  const model = findModel(gateway, name);
  return {
    data: {
      id: model.id,
      name: model.name,
      created: model.created,
      description: model.description,
      architecture: architectureOf(model),
      endpoints: gateway.catalogue
        .endpointsOf(name)
        .map((one) => endpointRecord(gateway, reaches, model, one, request.headers)),
    },
  };
});

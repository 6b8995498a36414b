import { listModelEndpoints as endpoint } from "#lib/contract/models.ts";
import { operation } from "#server/http/operation.ts";
import { gateway } from "#server/opened-gateway.ts";
import { accessibleEndpoints } from "#server/pipeline/planning/accessible-endpoints.ts";
import { endpointRecord } from "./endpoint-record.ts";
import { findModel } from "./find-model.ts";
import { architectureOf } from "./model-record.ts";

export const listModelEndpoints = operation(endpoint)(async ({ principal, params, request }) => {
  const open = gateway();
  const reaches = accessibleEndpoints(open, principal);
  const name = `${params.author}/${params.slug}`;
  const model = findModel(open, name);
  return {
    data: {
      id: model.id,
      name: model.name,
      created: model.created,
      description: model.description,
      architecture: architectureOf(model),
      endpoints: open.catalogue
        .endpointsOf(name)
        .map((one) => endpointRecord(open, reaches, model, one, request.headers)),
    },
  };
});

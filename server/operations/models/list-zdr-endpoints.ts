import { listZdrEndpoints as endpoint } from "#lib/contract/models.ts";
import { operation } from "#server/http/operation.ts";
import { accessibleEndpoints } from "#server/pipeline/planning/accessible-endpoints.ts";
import { endpointRecord } from "./endpoint-record.ts";
import { withVisibleModels } from "./with-visible-models.ts";

export const listZdrEndpoints = operation(endpoint)(async (shared, { principal, request }) => {
  const gateway = withVisibleModels(shared, principal);
  const reaches = accessibleEndpoints(gateway, principal);
  const records = gateway.catalogue.models().flatMap((model) =>
    gateway.catalogue
      .endpointsOf(model.id)
      .filter(({ zeroDataRetention }) => zeroDataRetention)
      .map((one) => endpointRecord(gateway, reaches, model, one, request.headers)),
  );
  return { data: records };
});

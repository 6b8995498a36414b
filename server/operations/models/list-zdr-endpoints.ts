import { listZdrEndpoints as endpoint } from "#lib/contract/models.ts";
import { operation } from "#server/http/operation.ts";
import { gateway } from "#server/opened-gateway.ts";
import { accessibleEndpoints } from "#server/pipeline/planning/accessible-endpoints.ts";
import { endpointRecord } from "./endpoint-record.ts";

export const listZdrEndpoints = operation(endpoint)(async ({ principal, request }) => {
  const open = gateway();
  const reaches = accessibleEndpoints(open, principal);
  const records = open.catalogue.models().flatMap((model) =>
    open.catalogue
      .endpointsOf(model.id)
      .filter(({ zeroDataRetention }) => zeroDataRetention)
      .map((one) => endpointRecord(open, reaches, model, one, request.headers)),
  );
  return { data: records };
});

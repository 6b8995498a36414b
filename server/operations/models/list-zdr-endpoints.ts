import { listZdrEndpoints as endpoint } from "#lib/contract/models.ts";
import { gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { reachableBy } from "#server/pipeline/planning/reachable.ts";
import { endpointRecord } from "./endpoint-record.ts";

export const listZdrEndpoints = operation(endpoint)(async ({ principal, request }) => {
  const open = gateway();
  const reaches = reachableBy(open, principal);
  const records = open.catalogue.models().flatMap((model) =>
    open.catalogue
      .endpointsOf(model.id)
      .filter(({ zeroDataRetention }) => zeroDataRetention)
      .map((one) => endpointRecord(open, reaches, model, one, request.headers)),
  );
  return { data: records };
});

import { getModel as endpoint } from "#lib/contract/models.ts";
import { operation } from "#server/http/operation.ts";
import { accessibleEndpoints } from "#server/pipeline/planning/accessible-endpoints.ts";
import { findModel } from "./find-model.ts";
import { toListedModel } from "./listed-model.ts";
import { modelRecord } from "./model-record.ts";
import { withVisibleModels } from "./with-visible-models.ts";

export const getModel = operation(endpoint)(async (shared, { principal, params }) => {
  const gateway = withVisibleModels(shared, principal);
  const name = `${params.author}/${params.slug}`;
  return {
    data: modelRecord(toListedModel(gateway, accessibleEndpoints(gateway, principal), findModel(gateway, name), name)),
  };
});

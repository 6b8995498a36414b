import { getModel as endpoint } from "#lib/contract/models.ts";
import { operation } from "#server/http/operation.ts";
import { gateway } from "#server/opened-gateway.ts";
import { accessibleEndpoints } from "#server/pipeline/planning/accessible-endpoints.ts";
import { findModel } from "./find-model.ts";
import { listedModel } from "./listed-model.ts";
import { modelRecord } from "./model-record.ts";

export const getModel = operation(endpoint)(async ({ principal, params }) => {
  const open = gateway();
  const name = `${params.author}/${params.slug}`;
  return { data: modelRecord(listedModel(open, accessibleEndpoints(open, principal), findModel(open, name), name)) };
});

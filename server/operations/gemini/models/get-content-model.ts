import { getContentModel as endpoint } from "#lib/contract/gemini-models.ts";
import { operation } from "#server/http/operation.ts";
import { accessibleEndpoints } from "#server/pipeline/planning/accessible-endpoints.ts";
import { findModel } from "../../models/find-model.ts";
import { toListedModel } from "../../models/listed-model.ts";
import { withVisibleModels } from "../../models/with-visible-models.ts";
import { contentModel } from "./content-model.ts";

export const getContentModel = operation(endpoint)(async (shared, { principal, params }) => {
  const gateway = withVisibleModels(shared, principal);
  const model = findModel(gateway, params.model);
  return contentModel(toListedModel(gateway, accessibleEndpoints(gateway, principal), model, params.model));
});

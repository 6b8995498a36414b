import { listContentModels as endpoint } from "#lib/contract/gemini-models.ts";
import { operation } from "#server/http/operation.ts";
import { toListedModel } from "../../models/listed-model.ts";
import { usableBy } from "../../models/usable-by.ts";
import { withVisibleModels } from "../../models/with-visible-models.ts";
import { contentModel, methodsOf } from "./content-model.ts";

export const listContentModels = operation(endpoint)(async (shared, { principal, query }) => {
  const gateway = withVisibleModels(shared, principal);
  const { reaches, canUse } = usableBy(gateway, principal);
  const usable = gateway.catalogue
    .models()
    .filter((model) => methodsOf(model).length > 0)
    .map((model) => toListedModel(gateway, reaches, model))
    .filter(canUse);
  const start = Number(query.pageToken ?? 0);
  const end = start + query.pageSize;
  return {
    models: usable.slice(start, end).map(contentModel),
    ...(end < usable.length && { nextPageToken: String(end) }),
  };
});

import { listEmbeddingsModels as endpoint } from "#lib/contract/embeddings.ts";
import { operation } from "#server/http/operation.ts";
import { accessibleEndpoints } from "#server/pipeline/planning/accessible-endpoints.ts";
import { modelList } from "../models/model-list.ts";
import { withVisibleModels } from "../models/with-visible-models.ts";

export const listEmbeddingsModels = operation(endpoint)(async (gateway, { principal, query, request }) => {
  return modelList(
    withVisibleModels(gateway, principal),
    accessibleEndpoints(gateway, principal),
    { ...query, output_modalities: "embeddings" },
    request.url,
  );
});

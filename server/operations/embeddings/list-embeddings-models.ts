import { listEmbeddingsModels as endpoint } from "#lib/contract/embeddings.ts";
import { operation } from "#server/http/operation.ts";
import { gateway } from "#server/opened-gateway.ts";
import { accessibleEndpoints } from "#server/pipeline/planning/accessible-endpoints.ts";
import { modelList } from "../models/model-list.ts";

export const listEmbeddingsModels = operation(endpoint)(async ({ principal, query, request }) => {
  const open = gateway();
  return modelList(
    open,
    accessibleEndpoints(open, principal),
    { ...query, output_modalities: "embeddings" },
    request.url,
  );
});

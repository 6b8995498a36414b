import { listEmbeddingsModels as endpoint } from "#lib/contract/embeddings.ts";
import { gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { reachableBy } from "#server/pipeline/planning/reachable.ts";
import { modelList } from "../models/model-list.ts";

export const listEmbeddingsModels = operation(endpoint)(async ({ principal, query, request }) => {
  const open = gateway();
  return modelList(open, reachableBy(open, principal), { ...query, output_modalities: "embeddings" }, request.url);
});

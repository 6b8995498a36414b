import { listModels as endpoint } from "#lib/contract/models.ts";
import { gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { reachableBy } from "#server/pipeline/reachable.ts";
import { modelList } from "./model-list.ts";

export const listModels = operation(endpoint)(async ({ principal, query, request }) => {
  const open = gateway();
  return modelList(open, reachableBy(open, principal), query, request.url);
});

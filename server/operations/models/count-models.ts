import { countModels as endpoint } from "#lib/contract/models.ts";
import { gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { reachableBy } from "#server/pipeline/planning/reachable.ts";
import { modelList } from "./model-list.ts";

export const countModels = operation(endpoint)(async ({ principal, query, request }) => {
  const open = gateway();
  const { total_count: count } = modelList(
    open,
    reachableBy(open, principal),
    { ...query, offset: 0, limit: 0 },
    request.url,
  );
  return { data: { count } };
});

import { countModels as endpoint } from "#lib/contract/models.ts";
import { operation } from "#server/http/operation.ts";
import { accessibleEndpoints } from "#server/pipeline/planning/accessible-endpoints.ts";
import { modelList } from "./model-list.ts";
import { withVisibleModels } from "./with-visible-models.ts";

export const countModels = operation(endpoint)(async (gateway, { principal, query, request }) => {
  const { total_count: count } = modelList(
    withVisibleModels(gateway, principal),
    accessibleEndpoints(gateway, principal),
    { ...query, offset: 0, limit: 0 },
    request.url,
  );
  return { data: { count } };
});

import { listModels as endpoint } from "#lib/contract/models.ts";
import { readsAnthropicModels } from "#server/caller/clients.ts";
import { operation } from "#server/http/operation.ts";
import { jsonResponse } from "#server/http/send-response.ts";
import { accessibleEndpoints } from "#server/pipeline/planning/accessible-endpoints.ts";
import { ANTHROPIC_PAGE, anthropicList } from "./anthropic-models.ts";
import { modelList } from "./model-list.ts";
import { withVisibleModels } from "./with-visible-models.ts";

export const listModels = operation(endpoint)(async (shared, { principal, query, request, headers }) => {
  const gateway = withVisibleModels(shared, principal);
  const reaches = accessibleEndpoints(gateway, principal);
  if (!readsAnthropicModels(headers)) return modelList(gateway, reaches, query, request.url);
  const { data } = modelList(gateway, reaches, { ...query, limit: Number.POSITIVE_INFINITY }, request.url);
  const hasLimit = new URL(request.url).searchParams.has("limit");
  const limit = hasLimit ? query.limit : ANTHROPIC_PAGE;
  return jsonResponse(anthropicList(data, { limit, afterId: query.after_id, beforeId: query.before_id }), 200);
});

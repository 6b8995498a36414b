import { listModels as endpoint } from "#lib/contract/models.ts";
import { readsAnthropicModels } from "#server/caller/clients.ts";
import { operation } from "#server/http/operation.ts";
import { jsonResponse } from "#server/http/send-response.ts";
import { accessibleEndpoints } from "#server/pipeline/planning/accessible-endpoints.ts";
import { ANTHROPIC_PAGE, anthropicList } from "./anthropic-models.ts";
import { modelList } from "./model-list.ts";
import { usableBy } from "./usable-by.ts";
import { withVisibleModels } from "./with-visible-models.ts";

export const listModels = operation(endpoint)(async (shared, { principal, query, request, headers }) => {
  const gateway = withVisibleModels(shared, principal);
  const isForAnthropic = readsAnthropicModels(headers);
  // OpenAI's clients send no query. They and Anthropic's offer their user every model that they are given.
  const offersAll = isForAnthropic || new URL(request.url).search === "";
  const { reaches, canUse } =
    principal?.key && offersAll
      ? usableBy(gateway, principal)
      : { reaches: accessibleEndpoints(gateway, principal), canUse: undefined };
  if (!isForAnthropic) return modelList(gateway, reaches, query, request.url, canUse);
  const { limit = ANTHROPIC_PAGE, after_id: afterId, before_id: beforeId } = query;
  const { data } = modelList(gateway, reaches, { ...query, limit: undefined }, request.url, canUse);
  return jsonResponse(anthropicList(data, { limit, afterId, beforeId }), 200);
});

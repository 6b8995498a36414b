import { listModels as endpoint } from "#lib/contract/models.ts";
import { readsAnthropicModels } from "#server/caller/clients.ts";
import { operation } from "#server/http/operation.ts";
import { jsonReply } from "#server/http/reply.ts";
import { gateway } from "#server/opened-gateway.ts";
import { accessibleEndpoints } from "#server/pipeline/planning/accessible-endpoints.ts";
import { ANTHROPIC_PAGE, anthropicList } from "./anthropic-models.ts";
import { modelList } from "./model-list.ts";

export const listModels = operation(endpoint)(async ({ principal, query, request, headers }) => {
  const open = gateway();
  const reaches = accessibleEndpoints(open, principal);
  if (!readsAnthropicModels(headers)) return modelList(open, reaches, query, request.url);
  const { data } = modelList(open, reaches, { ...query, limit: Number.POSITIVE_INFINITY }, request.url);
  const hasLimit = new URL(request.url).searchParams.has("limit");
  const limit = hasLimit ? query.limit : ANTHROPIC_PAGE;
  return jsonReply(anthropicList(data, { limit, afterId: query.after_id, beforeId: query.before_id }), 200);
});

import { listUserModels as endpoint } from "#lib/contract/models.ts";
import { operation } from "#server/http/operation.ts";
import { modelList } from "./model-list.ts";
import { usableBy } from "./usable-by.ts";
import { withVisibleModels } from "./with-visible-models.ts";

/** Lists the models that the caller can use: those of accessible providers that the caller's guardrails allow. */
export const listUserModels = operation(endpoint)(async (shared, { principal, query, request }) => {
  const gateway = withVisibleModels(shared, principal);
  const { reaches, canUse } = usableBy(gateway, principal);
  return modelList(gateway, reaches, { ...query, available: true }, request.url, canUse);
});

import { deleteCachedContent as endpoint } from "#lib/contract/gemini-caches.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { requireOwnership } from "#server/auth/ownership.ts";
import { deleteContentRow, hideContent } from "#server/data/cached-contents.ts";
import { operation } from "#server/http/operation.ts";
import { cachedContentRecord, cacheScope, contentNotFound, requireCachedContent } from "./cached-content.ts";

export const deleteCachedContent = operation(endpoint)(async (gateway, call) => {
  const { principal, params } = call;
  const row = await requireCachedContent(gateway, principal, params.cache_id);
  requireOwnership(principal, row, "cached content");
  await gateway.database.queries.transaction(async (queries) => {
    if (!(await hideContent(queries, cacheScope(gateway, principal), row.id))) throw contentNotFound(404);
    await recordChange(queries, call, {
      action: "cached_content.delete",
      target: { type: "cached_content", id: row.id, name: row.displayName },
      before: cachedContentRecord(row),
    });
  });
  await gateway.storage.remove(row.id);
  await deleteContentRow(gateway.database.queries, row.id);
  return {};
});

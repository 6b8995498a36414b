import { listBatches as endpoint } from "#lib/contract/batches.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { listProviderBatches } from "#server/data/provider-batches.ts";
import { operation } from "#server/http/operation.ts";
import { batchRecord } from "./batch-record.ts";
import { pageOfBatches } from "./page-of-batches.ts";

export const listBatches = operation(endpoint)(async (gateway, { principal, query }) => {
  const workspaceId = await requireWorkspace(gateway, principal, query.workspace_id);
  const { limit, after } = query;
  const { rows, hasMore } = await pageOfBatches(gateway, workspaceId, { limit, afterId: after });
  const ids = rows.map(({ id }) => id);
  const atProviders = Map.groupBy(await listProviderBatches(gateway.database.queries, ids), ({ batchId }) => batchId);
  return {
    object: "list" as const,
    data: rows.map((row) => batchRecord(gateway, row, atProviders.get(row.id) ?? [])),
    first_id: rows[0]?.id ?? null,
    last_id: rows.at(-1)?.id ?? null,
    has_more: hasMore,
  };
});

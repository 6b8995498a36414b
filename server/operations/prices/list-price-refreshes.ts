import { listPriceRefreshes as endpoint } from "#lib/contract/price-refresh.ts";
import { loadRefreshes } from "#server/data/prices.ts";
import { operation } from "#server/http/operation.ts";
export const listPriceRefreshes = operation(endpoint)(async (gateway) => {
  const rows = await loadRefreshes(gateway.database.queries, true);
  return {
    data: rows.toReversed().map((row) => ({
      batch_id: row.id,
      source: row.source,
      source_revision: row.sourceRevision,
      as_of: row.asOf,
      prices: row.prices,
      models: countOf(row.models),
      endpoints: countOf(row.endpoints),
      created_at: row.createdAt.toISOString(),
      created_by: row.createdBy,
      ended_at: row.endedAt?.toISOString() ?? null,
      ended_by: row.endedBy,
    })),
  };
});

function countOf(records: unknown): number {
  return (records as unknown[]).length;
}

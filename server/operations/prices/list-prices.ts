import { listPrices as endpoint } from "#lib/contract/prices.ts";
import type { Catalogue } from "#server/catalogue/catalogue.ts";
import { pricesOfDay } from "#server/catalogue/prices-in-force.ts";
import { listPrices as loadRows, type PriceRow } from "#server/data/prices.ts";
import { operation } from "#server/http/operation.ts";
import { type PriceRecord, shippedRecord, storedRecord } from "./price-record.ts";

export const listPrices = operation(endpoint)(async ({ catalogue, database, now }, { query }) => {
  const model = query.model === undefined ? undefined : (catalogue.resolve(query.model)?.model.id ?? query.model);
  const stored = query.origin === "shipped" ? [] : await loadRows(database.queries);
  const found = recordsOf(catalogue, stored, now()).filter(
    (record) =>
      (model === undefined || record.model === model) &&
      (query.provider === undefined || record.provider === query.provider) &&
      (query.origin === undefined || record.origin === query.origin) &&
      (query.active === undefined || record.active === query.active) &&
      (query.disputed === undefined || record.disputed === query.disputed),
  );
  return { data: found.slice(query.offset, query.offset + query.limit), total_count: found.length };
});

/** Returns stored rows, newest first, then shipped ones. */
function recordsOf(catalogue: Catalogue, stored: readonly PriceRow[], nowMs: number): PriceRecord[] {
  const current = new Set<string>();
  const shipped: PriceRecord[] = [];
  for (const { id } of catalogue.endpoints()) {
    const rows = catalogue.listedRowsOf(id);
    for (const row of pricesOfDay(rows, nowMs)) current.add(row.id);
    for (const row of rows) if (!row.origin) shipped.push(shippedRecord(catalogue, row, current.has(row.id)));
  }
  const holds = (row: PriceRow) =>
    row.origin === "refresh"
      ? current.has(row.id)
      : row.validFrom.getTime() <= nowMs && (row.validTo === null || row.validTo.getTime() > nowMs);
  return [...stored.map((row) => storedRecord(catalogue, row, holds(row))), ...shipped];
}

import {
  getGenerationFacets as endpoint,
  FACET_VALUES,
  FACETS,
  MAX_FACET_RECORDS,
} from "#lib/contract/generation-counts.ts";
import { countFacets } from "#server/data/generation-facets.ts";
import { operation } from "#server/http/operation.ts";
import { boundedSelection } from "./bounded-selection.ts";

export const getGenerationFacets = operation(endpoint)(async (gateway, { principal, query }) => {
  const { database, ledger, keys } = gateway;
  const selected = boundedSelection(gateway, principal, query);
  await ledger.flush();
  const { embedded } = database;
  const wanted = { ...selected, fields: FACETS, values: FACET_VALUES, mostRows: MAX_FACET_RECORDS };
  const { rows: facets, asOf } = await database.read((pool) => countFacets({ pool, embedded }, wanted));
  const byField = Map.groupBy(facets.counts, ({ field }) => field);
  return {
    data: {
      facets: FACETS.map((field) => {
        const counts = byField.get(field) ?? [];
        const values = counts.map(({ value, count }) => {
          const label = field === "api_key_hash" && value !== null ? keys.find(value)?.name : undefined;
          return { value, label: label ?? null, count };
        });
        return { field, values, distinct_count: counts[0]?.distinct ?? 0 };
      }),
      counted: {
        records: facets.rows,
        is_complete: facets.isComplete,
        oldest: facets.oldestMs === null ? null : new Date(facets.oldestMs).toISOString(),
      },
      ...(asOf && { as_of: asOf }),
    },
  };
});

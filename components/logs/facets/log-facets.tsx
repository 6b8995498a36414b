"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNames } from "#components/charts/use-names.ts";
import { Time } from "#components/ui/display/time.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { query } from "#lib/api/query.ts";
import { getGenerationFacets } from "#lib/contract/generation-counts.ts";
import { formatCount } from "#lib/format.ts";
import type { LogSelection } from "../use-log-selection.ts";
import { FacetList } from "./facet-list.tsx";
import { type FacetValue, facetLabel } from "./facet-words.ts";
import { FacetsSkeleton } from "./facets-skeleton.tsx";

/** The most frequent values of the listed requests; each adds a filter. */
export function LogFacets({ selection }: { selection: LogSelection }) {
  const result = useQuery({
    ...query(getGenerationFacets, { query: selection }),
    placeholderData: keepPreviousData,
    enabled: selection.start !== undefined,
    refetchOnWindowFocus: false,
  });
  const { data, error, isPlaceholderData } = result;
  const nameOfMember = useNames("user_id", []);
  if (error && !data) {
    return <ApiErrorState title="The facets could not be loaded" result={result} />;
  }
  if (!data) return <FacetsSkeleton />;
  const { facets, counted } = data.data;
  if (counted.records === 0) return null;
  // A field without values says nothing.
  const shown = facets.filter(({ values }) => values.some(({ value }) => value !== null));
  return (
    <section aria-label="Facets" aria-busy={isPlaceholderData || undefined} className="flex flex-col gap-3">
      {!counted.is_complete && (
        <p role="status" className="text-warn text-xs">
          Counts only the newest {formatCount(counted.records)} requests, back to{" "}
          <Time value={counted.oldest} format="absolute" />. Choose a shorter time range to count all.
        </p>
      )}
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
        {shown.map(({ field, values, distinct_count: distinct }) => (
          <FacetList
            key={field}
            field={field}
            values={values}
            distinct={distinct}
            total={counted.records}
            nameOf={(one: FacetValue) => facetLabel(field, one, nameOfMember)}
          />
        ))}
      </div>
    </section>
  );
}

"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { Pagination } from "#components/ui/display/pagination.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { FilterChips } from "#components/ui/forms/filter-bar.tsx";
import { query } from "#lib/api/query.ts";
import { listModels } from "#lib/contract/models.ts";
import { CompareBar } from "./compare-bar.tsx";
import { CompareDialog } from "./compare-dialog.tsx";
import { modelChips } from "./model-chips.ts";
import { ModelFilterBar } from "./model-filter-bar.tsx";
import { modelQuery, useModelView } from "./model-filters.ts";
import { ModelTable, ModelTableSkeleton } from "./model-table.tsx";

/** The catalogue: every model that a provider of this gateway serves. Searched and paged by the gateway. */
export function ModelList() {
  const { view } = useModelView();
  return (
    <>
      <PageHeader
        title="Models"
        description="Prices are in USD per million tokens or per named unit. Latency, throughput and uptime are measured on this gateway's traffic."
      />
      <div className="flex flex-col gap-3">
        <ModelFilterBar />
        <ModelResults key={view.limit} />
      </div>
      <CompareBar />
      <CompareDialog />
    </>
  );
}

function ModelResults() {
  const { view, setView, narrow, clear } = useModelView();
  const result = useQuery({
    ...query(listModels, { query: modelQuery(view) }),
    placeholderData: keepPreviousData,
  });
  const { data, error, isPlaceholderData } = result;
  if (error && !data) {
    return <ApiErrorState title="The models could not be loaded" result={result} />;
  }
  if (!data) return <ModelTableSkeleton />;
  if (data.total_count === 0) {
    const chips = modelChips(view, narrow);
    return chips.length > 0 ? (
      <EmptyState sentence="No models match." action={<FilterChips chips={chips} onClear={clear} />} />
    ) : (
      <EmptyState sentence="The catalogue is empty: none of this gateway's providers serves a model." />
    );
  }
  return (
    <>
      <ModelTable models={data.data} busy={isPlaceholderData} />
      <Pagination
        offset={view.offset}
        limit={view.limit}
        total={data.total_count}
        noun="models"
        onChange={(page) => void setView(page, { scroll: true })}
      />
    </>
  );
}

"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { BarChart } from "#components/charts/bar-chart.tsx";
import { RangePicker } from "#components/charts/time/range-picker.tsx";
import { useTimeRange } from "#components/charts/time/use-time-range.ts";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { query } from "#lib/api/query.ts";
import { getGuardrailHits } from "#lib/contract/guardrail-hits.ts";
import { listGuardrailVersions } from "#lib/contract/guardrails.ts";
import { formatCompact } from "#lib/format.ts";
import type { Guardrail } from "../guardrail.ts";
import { hitSeries, hitTimes } from "./hit-series.ts";
import { HitTable } from "./hit-table.tsx";
import type { Hits } from "./use-hits.ts";

/** The findings of each rule of a guardrail, over time and in total. */
export function HitsOverTime({ record }: { record: Guardrail }) {
  const { range } = useTimeRange();
  const time = range && { start: new Date(range.from).toISOString(), end: new Date(range.to).toISOString() };
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...query(getGuardrailHits, { params: { id: record.id }, query: time ?? {} }),
    placeholderData: keepPreviousData,
    enabled: time !== undefined,
  });
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-medium text-base">Findings</h2>
        <RangePicker />
      </div>
      {error && !isFetching ? (
        <ApiErrorState title="The findings could not be loaded" result={{ error, refetch }} />
      ) : data ? (
        <div className="flex flex-col gap-6" aria-busy={isPlaceholderData || undefined}>
          <Found hits={data.data} record={record} live={range?.live ?? false} />
        </div>
      ) : (
        <Loading label="findings" className="flex flex-col gap-6">
          <Skeleton className="h-52 w-full" />
          <Skeleton className="h-24 w-full" />
        </Loading>
      )}
    </div>
  );
}

const BAR = { hour: "hour", day: "day (UTC)" };

type FoundProps = { hits: Hits; record: Guardrail; live: boolean };

function Found({ hits, record, live }: FoundProps) {
  const changes = useChanges(record.id);
  const [from, to] = [Date.parse(hits.start), Date.parse(hits.end)];
  if (hits.hits.length === 0) {
    return <EmptyState sentence={nothingOf(record)} />;
  }
  return (
    <>
      <BarChart
        title="Findings by rule"
        summary={`Findings by rule, one bar per ${BAR[hits.granularity]}.`}
        times={hitTimes(hits)}
        series={hitSeries(hits)}
        format={formatCompact}
        partial={live}
        events={changes.filter(({ atMs }) => atMs >= from && atMs < to)}
        note={`One bar per ${BAR[hits.granularity]}. Kept after old logs are deleted.`}
      />
      <HitTable hits={hits} />
    </>
  );
}

function nothingOf({ content_filter_builtins: builtins, content_filters: patterns }: Guardrail): string {
  const has = (builtins?.length ?? 0) + (patterns?.length ?? 0) > 0;
  return has ? "No findings in this time range." : "This guardrail has no content rules yet.";
}

/** Returns when the guardrail was changed, to explain jumps in the chart. */
function useChanges(id: string) {
  const { data } = useQuery(query(listGuardrailVersions, { params: { id }, query: { limit: 50 } }));
  const changes = data?.data ?? [];
  return changes.map(({ version, created_at: at }) => ({ atMs: Date.parse(at), label: `Version ${version} saved` }));
}

"use client";

import { metricOf, timesOf } from "#components/charts/analytics-rows.ts";
import { ChartCursor } from "#components/charts/cursor.tsx";
import { useTimeRange } from "#components/charts/time/use-time-range.ts";
import { useKeyNames } from "#components/charts/use-key-names.ts";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { FiguresSkeleton } from "./figures-skeleton.tsx";
import { Headlines } from "./headlines.tsx";
import { KeysNearLimit } from "./keys-near-limit.tsx";
import { useProgress } from "./progress.ts";
import { QueryPanel } from "./query-panel.tsx";
import { RejectedRequests } from "./rejected-requests.tsx";
import { TOP_MOST, TopList } from "./top-list.tsx";
import { ErrorsByClass, Latency, RequestsByModel, SpendByModel } from "./traffic-charts.tsx";
import { type Overview, useOverview } from "./use-overview.ts";

/** Traffic, spend and speed of the workspace in the page's time range. */
export function Figures() {
  const overview = useOverview();
  const { totals } = overview;
  if (totals.error && !totals.data) {
    return (
      <ApiErrorState
        title="The figures could not be loaded"
        error={totals.error}
        onRetry={totals.refetch}
        retrying={totals.isFetching}
      />
    );
  }
  if (!totals.data) return <FiguresSkeleton />;
  const [sums] = totals.data.data.data;
  const requests = metricOf(sums, "requests") ?? 0;
  return (
    <div className="flex flex-col gap-8">
      <RejectedRequests count={metricOf(sums, "rejected") ?? 0} range={overview.range} />
      {requests > 0 ? <FilledFigures overview={overview} /> : <NoFigures />}
    </div>
  );
}

function NoFigures() {
  const { choose, name } = useTimeRange();
  const { usedAt, known } = useProgress();
  // Before the first request, the checklist above gives instructions.
  if (known && !usedAt) return null;
  return (
    <EmptyState
      sentence="No requests in this time range."
      action={name !== "30d" && <Button onClick={() => choose("30d")}>Show 30 days</Button>}
    />
  );
}

function FilledFigures({ overview }: { overview: Overview }) {
  const { totals, before, series, range, granularity } = overview;
  const courses = series.data?.data.data ?? [];
  const { keys } = useProgress();
  return (
    <ChartCursor>
      <div className="flex flex-col gap-8" aria-busy={totals.isPlaceholderData || undefined}>
        <h2 className="sr-only">Figures</h2>
        <Headlines
          now={totals.data?.data.data[0]}
          before={before.data?.data.data[0]}
          series={settled(courses, range.live)}
        />
        <Charts overview={overview} bucket={granularity} />
        <TopLists overview={overview} />
        {keys.data && <KeysNearLimit records={keys.data.data} />}
      </div>
    </ChartCursor>
  );
}

function Charts({ overview, bucket }: { overview: Overview; bucket: string }) {
  const { models, errors, series, topModels, range } = overview;
  const names = (topModels.data?.data.data ?? []).map((row) => String(row.model));
  const common = { partial: range.live, bucket };
  const byModel = models.data?.data.data ?? [];
  const shown = new Set(byModel.filter((row) => !row.is_other).map((row) => row.model)).size;
  const modelProps = { ...common, rows: byModel, entities: names, shown, of: names.length };
  const failed = errors.data?.data.data ?? [];
  const courses = series.data?.data.data ?? [];
  return (
    <div className="grid gap-x-8 gap-y-8 lg:grid-cols-2">
      <QueryPanel name="Requests by model" answer={models}>
        {byModel.length > 0 && <RequestsByModel {...modelProps} />}
      </QueryPanel>
      <QueryPanel name="Spend by model" answer={models}>
        {byModel.length > 0 && <SpendByModel {...modelProps} />}
      </QueryPanel>
      <QueryPanel name="Latency" answer={series}>
        {courses.length > 0 && <Latency {...common} rows={courses} of="answer" />}
      </QueryPanel>
      <QueryPanel name="Time to first token" answer={series}>
        {courses.length > 0 && <Latency {...common} rows={courses} of="first token" />}
      </QueryPanel>
      <QueryPanel name="Errors by type" answer={errors}>
        {timesOf(failed).length > 0 ? <ErrorsByClass {...common} rows={failed} /> : <NoErrors />}
      </QueryPanel>
    </div>
  );
}

function NoErrors() {
  return (
    <section aria-label="Errors by type">
      <h3 className="font-medium text-sm">Errors by type</h3>
      <p className="py-4 text-muted text-sm">No requests failed in this time range.</p>
    </section>
  );
}

function TopLists({ overview: { topModels, topKeys } }: { overview: Overview }) {
  const { slug } = useShell().currentWorkspace;
  const hashes = topKeys.data?.data.data.slice(0, TOP_MOST).flatMap((row) => row.api_key_hash ?? []) ?? [];
  const nameOf = useKeyNames(hashes.map(String));
  const keyName = (hash: string | null) => (hash ? nameOf(hash) : "Console sessions");
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      <QueryPanel name="Top models" answer={topModels}>
        <TopList
          title="Top models"
          rows={topModels.data?.data.data ?? []}
          dimension="model"
          nameOf={(model) => model ?? "unknown"}
          hrefOf={(model) => `/w/${slug}/models/${model}`}
        />
      </QueryPanel>
      <QueryPanel name="Top keys" answer={topKeys}>
        <TopList
          title="Top keys"
          rows={topKeys.data?.data.data ?? []}
          dimension="api_key_hash"
          nameOf={keyName}
          hrefOf={(hash) => `/w/${slug}/keys/${hash}`}
        />
      </QueryPanel>
    </div>
  );
}

/** Drops the current bucket, which is incomplete. */
function settled<Row>(rows: readonly Row[], live: boolean): readonly Row[] {
  return live ? rows.slice(0, -1) : rows;
}

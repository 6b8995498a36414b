"use client";

import { metricOf } from "#components/charts/analytics-rows.ts";
import { ChartCursor } from "#components/charts/cursor.tsx";
import { useTimeRange } from "#components/charts/time/use-time-range.ts";
import { useNames } from "#components/charts/use-names.ts";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { FiguresSkeleton } from "./figures-skeleton.tsx";
import { GuardrailHits } from "./guardrail-hits.tsx";
import { Headlines } from "./headlines.tsx";
import { KeysNearLimit } from "./keys-near-limit.tsx";
import { useProgress } from "./progress.ts";
import { QueryPanel } from "./query-panel.tsx";
import { RejectedRequests } from "./rejected-requests.tsx";
import { TOP_MOST, TopList } from "./top-list.tsx";
import { Traffic } from "./traffic.tsx";
import { useLogsLink } from "./use-logs-link.ts";
import { type Overview, useOverview } from "./use-overview.ts";

/** Traffic, spend and speed of the workspace in the page's time range. */
export function Figures() {
  const overview = useOverview();
  const { totals } = overview;
  if (totals.error && !totals.data) {
    return <ApiErrorState title="The figures could not be loaded" result={totals} />;
  }
  if (!totals.data) return <FiguresSkeleton />;
  const [sums] = totals.data.data.data;
  const requests = metricOf(sums, "requests") ?? 0;
  if (requests > 0) return <FilledFigures overview={overview} />;
  return (
    <div className="flex flex-col gap-8">
      <RejectedRequests count={metricOf(sums, "rejected") ?? 0} range={overview.range} />
      <NoFigures />
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
  const { totals, before, series, range } = overview;
  const courses = series.data?.data.data ?? [];
  const { keys } = useProgress();
  const { chooseCustom } = useTimeRange();
  return (
    <ChartCursor onBrush={chooseCustom}>
      <div className="flex flex-col gap-8" aria-busy={totals.isPlaceholderData || undefined}>
        <h2 className="sr-only">Figures</h2>
        <Headlines
          now={totals.data?.data.data[0]}
          before={before.data?.data.data[0]}
          series={completeBuckets(courses, range.live)}
          rejected={<RejectedRequests count={metricOf(totals.data?.data.data[0], "rejected") ?? 0} range={range} />}
        />
        <Traffic overview={overview} />
        <TopLists overview={overview} />
        {keys.data && <KeysNearLimit records={keys.data.data} />}
      </div>
    </ChartCursor>
  );
}

function TopLists({ overview: { range, ...overview } }: { overview: Overview }) {
  const { slug } = useShell().currentWorkspace;
  const logs = useLogsLink();
  const keys = overview.topKeys.data?.data.data ?? [];
  const users = overview.topUsers.data?.data.data ?? [];
  const nameOfKey = useNames("api_key_hash", keys.slice(0, TOP_MOST));
  const nameOfUser = useNames("user_id", users);
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      <QueryPanel name="Top models" answer={overview.topModels}>
        <TopList
          title="Top models"
          rows={overview.topModels.data?.data.data ?? []}
          dimension="model"
          nameOf={(model) => model}
          hrefOf={(model) => logs({ model })}
        />
      </QueryPanel>
      <QueryPanel name="Top keys" answer={overview.topKeys}>
        <TopList
          title="Top keys"
          rows={keys}
          dimension="api_key_hash"
          nameOf={nameOfKey}
          hrefOf={(hash) => `/w/${slug}/keys/${hash}`}
        />
      </QueryPanel>
      <QueryPanel name="Top users" answer={overview.topUsers}>
        <TopList title="Top users" rows={users} dimension="user_id" nameOf={nameOfUser} />
      </QueryPanel>
      <GuardrailHits range={range} />
    </div>
  );
}

/** Drops the current bucket, which is incomplete. */
function completeBuckets<Row>(rows: readonly Row[], live: boolean): readonly Row[] {
  return live ? rows.slice(0, -1) : rows;
}

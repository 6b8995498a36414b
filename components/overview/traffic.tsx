"use client";

import { timesOf } from "#components/charts/analytics-rows.ts";
import { useNames } from "#components/charts/use-names.ts";
import { Link } from "#components/ui/display/link.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import { SPLITS, type Split } from "./overview-queries.ts";
import { QueryPanel } from "./query-panel.tsx";
import { ErrorsByClass, Latency, RequestsBy, SpendBy } from "./traffic-charts.tsx";
import { useChartEvents } from "./use-chart-events.ts";
import { useLogsLink } from "./use-logs-link.ts";
import type { Overview } from "./use-overview.ts";
import { useSplit } from "./use-split.ts";

const TOPS = { model: "topModels", key: "topKeys", user: "topUsers" } as const;

/** The charts over time, with what changed in the meantime as ticks, and links to the requests behind them. */
export function Traffic({ overview }: { overview: Overview }) {
  const { groups, errors, series, split, range, granularity: bucket } = overview;
  const logs = useLogsLink();
  const events = useChartEvents(range);
  const dimension = SPLITS[split];
  const byGroup = groups.data?.data.data ?? [];
  const all = overview[TOPS[split]].data?.data.data ?? [];
  const nameOf = useNames(dimension, byGroup);
  const common = { partial: range.live, bucket, events };
  const shown = new Set(byGroup.filter((row) => !row.is_other).map((row) => row[dimension])).size;
  const entities = all.map((row) => String(row[dimension] ?? "unknown"));
  const splitProps = { ...common, split, rows: byGroup, entities, nameOf, shown, of: all.length };
  const failed = errors.data?.data.data ?? [];
  const courses = series.data?.data.data ?? [];
  return (
    <div className="flex flex-col gap-4">
      <SplitChoice />
      <div className="grid gap-x-8 gap-y-8 lg:grid-cols-2">
        <QueryPanel name={`Requests by ${split}`} answer={groups}>
          {byGroup.length > 0 && <RequestsBy {...splitProps} actions={<LogsLink href={logs()} of="requests" />} />}
        </QueryPanel>
        <QueryPanel name={`Spend by ${split}`} answer={groups}>
          {byGroup.length > 0 && <SpendBy {...splitProps} />}
        </QueryPanel>
        <QueryPanel name="Latency" answer={series}>
          {courses.length > 0 && <Latency {...common} rows={courses} of="answer" />}
        </QueryPanel>
        <QueryPanel name="Time to first token" answer={series}>
          {courses.length > 0 && <Latency {...common} rows={courses} of="first token" />}
        </QueryPanel>
        <QueryPanel name="Errors by type" answer={errors}>
          {timesOf(failed).length > 0 ? (
            <ErrorsByClass
              {...common}
              rows={failed}
              actions={<LogsLink href={logs({ status: "5xx" })} of="failed requests" />}
            />
          ) : (
            <NoErrors />
          )}
        </QueryPanel>
      </div>
    </div>
  );
}

function SplitChoice() {
  const [split, setSplit] = useSplit();
  return (
    <SegmentedControl<Split>
      aria-label="Split requests and spend by"
      size="small"
      options={[
        { value: "model", label: "By model" },
        { value: "key", label: "By key" },
        { value: "user", label: "By user" },
      ]}
      value={split}
      onValueChange={(next) => void setSplit(next)}
    />
  );
}

function LogsLink({ href, of }: { href: string; of: string }) {
  return (
    <Link
      href={href}
      className="inline-flex items-center text-muted text-xs hover:text-ink hover:underline pointer-coarse:min-h-11"
    >
      View logs<span className="sr-only"> of {of}</span>
    </Link>
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

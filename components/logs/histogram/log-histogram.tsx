"use client";

import { BarChart } from "#components/charts/bar-chart.tsx";
import { ChartCursor } from "#components/charts/cursor.tsx";
import type { Series } from "#components/charts/series.ts";
import { useTimeRange } from "#components/charts/time/use-time-range.ts";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import type { ResponseOf } from "#lib/contract/endpoint.ts";
import type { getGenerationHistogram } from "#lib/contract/generation-counts.ts";
import { STATUS_CLASSES } from "#lib/contract/generation-selection.ts";
import { formatCount } from "#lib/format.ts";
import { OUTCOMES } from "../log-status.tsx";
import type { LogSelection } from "../use-log-selection.ts";
import { HistogramSkeleton } from "./histogram-skeleton.tsx";
import { useHistogram } from "./use-histogram.ts";

type Histogram = ResponseOf<typeof getGenerationHistogram>["data"];

/** The requests of the list over time, by outcome. Dragging over it, or Shift with the arrow keys, narrows the time range. */
export function LogHistogram({ selection }: { selection: LogSelection }) {
  const result = useHistogram(selection);
  const { data, error, isPending, isPlaceholderData } = result;
  if (error && !data) {
    return <ApiErrorState title="The requests over time could not be loaded" result={result} />;
  }
  if (isPending || !data) return <HistogramSkeleton />;
  // The list says that nothing matches.
  if (data.data.total_count === 0) return null;
  return (
    <div aria-busy={isPlaceholderData || undefined}>
      <Chart histogram={data.data} />
    </div>
  );
}

function Chart({ histogram }: { histogram: Histogram }) {
  const { range, chooseCustom } = useTimeRange();
  const { buckets, total_count: total, bucket_seconds: seconds } = histogram;
  const [start, end] = [Date.parse(histogram.start), Date.parse(histogram.end)];
  // The first and the last bucket may reach beyond the range, which a selection must not widen.
  const narrow = (from: Date, to: Date) =>
    chooseCustom(new Date(Math.max(from.getTime(), start)), new Date(Math.min(to.getTime(), end)));
  return (
    <ChartCursor onBrush={narrow}>
      <BarChart
        title="Requests over time"
        summary={`${formatCount(total)} requests, by status.`}
        times={buckets.map(({ time }) => Date.parse(time))}
        series={seriesOf(buckets)}
        format={formatCount}
        height={96}
        partial={range?.live ?? false}
        actions={<span className="text-muted text-xs">{formatCount(total)} requests</span>}
        note={`One bar per ${lengthOf(seconds)}. Drag over the bars to select a time range, or press Shift with the arrow keys and Enter.`}
      />
    </ChartCursor>
  );
}

function seriesOf(buckets: Histogram["buckets"]): Series[] {
  return STATUS_CLASSES.flatMap((name) => {
    const values = buckets.map((bucket) => bucket[name]);
    if (values.every((value) => value === 0)) return [];
    return [{ entity: name, label: OUTCOMES.find(({ value }) => value === name)?.label ?? name, values }];
  });
}

const UNITS = [
  { name: "day", seconds: 86_400 },
  { name: "hour", seconds: 3600 },
  { name: "minute", seconds: 60 },
  { name: "second", seconds: 1 },
] as const;

/** Returns a length of time in words: "hour", "5 minutes". */
function lengthOf(seconds: number): string {
  const unit = UNITS.find((one) => seconds % one.seconds === 0) ?? UNITS[3];
  const count = seconds / unit.seconds;
  return count === 1 ? unit.name : `${count} ${unit.name}s`;
}

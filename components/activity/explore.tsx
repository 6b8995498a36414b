"use client";

import { type AnalyticsRow, metricOf, seriesBy, timesOf } from "#components/charts/analytics-rows.ts";
import { BarChart } from "#components/charts/bar-chart.tsx";
import { formatMetric, metricColumn } from "#components/charts/format-metric.ts";
import { LineChart } from "#components/charts/line-chart.tsx";
import { useNames } from "#components/charts/use-names.ts";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { parseAsStringLiteral } from "#components/ui/hooks/query-parsers.ts";
import { useQueryStates } from "#components/ui/hooks/query-state.ts";
import {
  DIMENSION_NAMES,
  DIMENSIONS,
  type Dimension,
  isCount,
  METRIC_NAMES,
  METRICS,
  type Metric,
} from "#lib/contract/analytics-fields.ts";
import { CompareSwitch } from "./compare-switch.tsx";
import { ComparedHeadline } from "./compared-headline.tsx";
import { ExploreSkeleton } from "./explore-skeleton.tsx";
import { NoRequests } from "./no-requests.tsx";
import { totalsOf } from "./totals.ts";
import { Totals } from "./totals-table.tsx";
import { useCompare } from "./use-compare.ts";
import { useRows } from "./use-rows.ts";

const GROUPS = 7;

const parsers = {
  metric: parseAsStringLiteral(METRIC_NAMES).withDefault("requests"),
  by: parseAsStringLiteral(DIMENSION_NAMES).withDefault("model"),
};

/** Shows any metric by any dimension, over time and in total. */
export function Explore() {
  const [{ metric, by }, set] = useQueryStates(parsers, { history: "push", scroll: false });
  return (
    <div className="flex flex-col gap-6">
      <h2 className="sr-only">Explore</h2>
      <div className="flex flex-wrap items-end gap-4">
        <Field label="Metric">
          <Select<Metric>
            className="w-72"
            options={METRIC_NAMES.map((value) => ({ value, label: METRICS[value].label }))}
            value={metric}
            onValueChange={(next) => void set({ metric: next })}
          />
        </Field>
        <Field label="By">
          <Select<Dimension>
            className="w-56"
            options={DIMENSION_NAMES.map((value) => ({
              value,
              label: DIMENSIONS[value].label.split(":")[0] as string,
            }))}
            value={by}
            onValueChange={(next) => void set({ by: next })}
          />
        </Field>
        <CompareSwitch />
      </div>
      <ExploreResults metric={metric} by={by} />
    </div>
  );
}

function ExploreResults({ metric, by }: { metric: Metric; by: Dimension }) {
  const timeSeries = useRows({ metrics: [metric], dimension: by, groups: GROUPS });
  const [isComparing] = useCompare();
  const totals = useRows({ metrics: [metric], dimension: by, overTime: false });
  const earlier = useRows({ metrics: [metric], dimension: by, overTime: false, before: true, enabled: isComparing });
  const nameOf = useNames(by, [...(totals.rows ?? []), ...(isComparing ? (earlier.rows ?? []) : [])]);
  const { error } = timeSeries.query;
  if (error && !timeSeries.rows) {
    return <ApiErrorState title="The activity could not be loaded" result={timeSeries.query} />;
  }
  if (!timeSeries.rows) return <ExploreSkeleton />;
  if (timeSeries.rows.length === 0) return <NoRequests />;
  // Rows of the previous query lack a newly selected metric or dimension.
  const isAbout = ([first]: readonly AnalyticsRow[] = []) => !first || (metric in first && by in first);
  if (!isAbout(timeSeries.rows)) return <ExploreSkeleton />;
  const Chart = isCount(metric) ? BarChart : LineChart;
  const series = seriesBy(timeSeries.rows, by, metric, nameOf);
  return (
    <>
      <Chart
        title={METRICS[metric].label}
        headline={<Headline metric={metric} />}
        summary={`By ${DIMENSIONS[by].label}, one point per ${timeSeries.granularity}.`}
        height={240}
        times={timesOf(timeSeries.rows)}
        series={series}
        format={(value) => formatMetric(metric, value)}
        column={(values) => metricColumn(metric, values)}
        partial={timeSeries.live}
        note={noteOf(by, totals.rows?.length ?? 0)}
      />
      {isComparing && earlier.query.error && !earlier.rows && (
        <ApiErrorState title="The previous period could not be loaded" result={earlier.query} />
      )}
      {totals.rows && isAbout(totals.rows) && (
        <Totals
          totals={totalsOf(totals.rows, isComparing && isAbout(earlier.rows) ? earlier.rows : undefined, {
            metric,
            by,
          })}
          metric={metric}
          by={by}
          nameOf={nameOf}
        />
      )}
    </>
  );
}

function noteOf(by: Dimension, values: number): string | undefined {
  const notes = [
    ...(by === "tag" ? ["A request with several tags counts once for each tag, but only once in the total."] : []),
    ...(values > GROUPS ? [`Showing ${GROUPS} of ${values}. The table shows all of them.`] : []),
  ];
  return notes.length > 0 ? notes.join(" ") : undefined;
}

/** The metric for the whole range, with its change. */
function Headline({ metric }: { metric: Metric }) {
  const [isComparing] = useCompare();
  const all = useRows({ metrics: [metric], overTime: false });
  const earlier = useRows({ metrics: [metric], overTime: false, before: true, enabled: isComparing });
  const before = isComparing && earlier.rows ? metricOf(earlier.rows[0], metric) : undefined;
  const format = (value: number | null) => formatMetric(metric, value);
  return <ComparedHeadline now={metricOf(all.rows?.[0], metric)} before={before} format={format} />;
}

"use client";

import { Download } from "lucide-react";
import { type AnalyticsRow, metricOf, seriesBy, timesOf, UNKNOWN } from "#components/charts/analytics-rows.ts";
import { BarChart } from "#components/charts/bar-chart.tsx";
import { formatMetric, metricColumn } from "#components/charts/format-metric.ts";
import { LineChart } from "#components/charts/line-chart.tsx";
import { useNames } from "#components/charts/use-names.ts";
import { Button } from "#components/ui/display/button.tsx";
import { IdPill } from "#components/ui/display/id-pill.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/display/table.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { parseAsStringLiteral } from "#components/ui/hooks/query-parsers.ts";
import { useQueryStates } from "#components/ui/hooks/query-state.ts";
import { saveFile } from "#components/ui/save-file.ts";
import {
  DIMENSION_NAMES,
  DIMENSIONS,
  type Dimension,
  isCount,
  METRIC_NAMES,
  METRICS,
  type Metric,
} from "#lib/contract/analytics-fields.ts";
import { formatCount } from "#lib/format.ts";
import { ExploreSkeleton } from "./explore-skeleton.tsx";
import { NoRequests } from "./no-requests.tsx";
import { totalsFile } from "./totals-file.ts";
import { useRows } from "./use-rows.ts";

const GROUPS = 7;
/** Values shown by name also have an id to copy. */
const NAMED: readonly Dimension[] = ["api_key_hash", "user_id", "workspace_id"];

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
      <div className="flex flex-wrap gap-4">
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
      </div>
      <ExploreResults metric={metric} by={by} />
    </div>
  );
}

function ExploreResults({ metric, by }: { metric: Metric; by: Dimension }) {
  const timeSeries = useRows({ metrics: [metric], dimension: by, groups: GROUPS });
  const totals = useRows({ metrics: [metric], dimension: by, overTime: false });
  const nameOf = useNames(by, totals.rows ?? []);
  const { error, refetch, isFetching } = timeSeries.query;
  if (error && !timeSeries.rows) {
    return (
      <ApiErrorState title="The activity could not be loaded" error={error} onRetry={refetch} retrying={isFetching} />
    );
  }
  if (!timeSeries.rows) return <ExploreSkeleton />;
  if (timeSeries.rows.length === 0) return <NoRequests />;
  // Rows of the previous query lack a newly selected metric or dimension.
  if (!(metric in (timeSeries.rows[0] ?? {})) || !(by in (timeSeries.rows[0] ?? {}))) return <ExploreSkeleton />;
  const Chart = isCount(metric) ? BarChart : LineChart;
  const series = seriesBy(timeSeries.rows, by, metric, nameOf);
  return (
    <>
      <Chart
        title={METRICS[metric].label}
        summary={`By ${DIMENSIONS[by].label}, one point per ${timeSeries.granularity}.`}
        height={240}
        times={timesOf(timeSeries.rows)}
        series={series}
        format={(value) => formatMetric(metric, value)}
        column={(values) => metricColumn(metric, values)}
        partial={timeSeries.live}
        note={
          totals.rows &&
          totals.rows.length > GROUPS &&
          `Showing ${GROUPS} of ${totals.rows.length}. The table lists all.`
        }
      />
      {totals.rows && <Totals rows={totals.rows} metric={metric} by={by} nameOf={nameOf} />}
    </>
  );
}

type TotalsProps = {
  rows: readonly AnalyticsRow[];
  metric: Metric;
  by: Dimension;
  nameOf: (value: string) => string;
};

function Totals({ rows, metric, by, nameOf }: TotalsProps) {
  const values = rows.map((row) => metricOf(row, metric));
  const isId = NAMED.includes(by);
  const format = METRICS[metric].format === "number" ? formatCount : metricColumn(metric, values);
  const download = () => {
    const file = new Blob([totalsFile({ rows, metric, by, nameOf })], { type: "text/csv" });
    saveFile(file, `${metric}-by-${by}.csv`);
  };
  return (
    <div className="flex flex-col gap-3">
      <Button className="self-end" onClick={download}>
        <Download aria-hidden />
        Download CSV
      </Button>
      <Table caption={`${METRICS[metric].label} for the whole range`}>
        <TableHead>
          <TableHeader>{DIMENSIONS[by].label.split(":")[0]}</TableHeader>
          <TableHeader numeric>{METRICS[metric].label}</TableHeader>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={String(row[by])}>
              <TableCell line="first" title={String(row[by] ?? "")}>
                <span className="flex min-w-0 items-center gap-2">
                  <bdi className="truncate">{nameOf(String(row[by] ?? UNKNOWN))}</bdi>
                  {isId && row[by] && <IdPill id={String(row[by])} label={DIMENSIONS[by].label} ends={4} />}
                </span>
              </TableCell>
              <TableCell line="first" numeric>
                {format(metricOf(row, metric))}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

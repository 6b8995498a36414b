"use client";

import { type ReactNode, useMemo, useState } from "react";
import { usePreference } from "#components/ui/hooks/preference.ts";
import { formatTime } from "#lib/format-time.ts";
import { Axes } from "../axes.tsx";
import { Brush, timesBetween } from "../brush.tsx";
import { ChartFrame } from "../chart-frame.tsx";
import { nearestIndex, useCursor } from "../cursor.tsx";
import { describeSeries, readLegendLines, toChartTable } from "../describe-chart.ts";
import { Legend } from "../legend.tsx";
import { type ChartEvent, Marks, type Threshold } from "../marks.tsx";
import { PointReader } from "../point-reader.tsx";
import { Readout } from "../readout.tsx";
import { OTHER, type Series } from "../series.ts";
import { OTHER_STYLE, type SeriesStyle, seriesStyles } from "../series-style.ts";
import { useWidth } from "../use-width.ts";
import { type TimeScales, timeScales } from "./time-scales.ts";

export type TimeChartProps = {
  title: string;
  headline?: ReactNode;
  /** The start of the spoken description: "Requests by model over the last day." */
  summary: string;
  /** Bucket starts, ascending, in milliseconds. */
  times: readonly number[];
  series: readonly Series[];
  /** All entities of the page, so that every chart gives each the same color. */
  entities?: readonly string[];
  /** Formats a value with its unit. */
  format: (value: number) => string;
  /** Formats aligned values, if different from `format`. */
  column?: (values: readonly (number | null)[]) => (value: number) => string;
  height?: 96 | 160 | 240;
  /** The last bucket is still in progress: drawn pale. */
  partial?: boolean;
  /** Labeled horizontal lines. */
  thresholds?: readonly Threshold[];
  /** Ticks on the time axis: a guardrail saved, a credential rotated. */
  events?: readonly ChartEvent[];
  note?: ReactNode;
  actions?: ReactNode;
};

/** Drawing instructions of one kind of chart, given the scales. */
export type PlotProps = {
  series: readonly Series[];
  style: (entity: string) => SeriesStyle;
  scales: TimeScales;
  partial: boolean;
  count: number;
};

type Kind = {
  plot: (props: PlotProps) => ReactNode;
  /** Returns the lowest and highest value drawn. */
  extent: (series: readonly Series[], count: number) => [low: number, high: number];
  /** Adds a total to the readout. */
  total: boolean;
};

/** Frame, marker, legend and readout shared by the charts over time. */
export function TimeChart({ kind, ...props }: TimeChartProps & { kind: Kind }) {
  const { times, series, format, column = () => format } = props;
  const [zone] = usePreference("zone");
  const [isolated, setIsolated] = useState<string[]>([]);
  const style = useStyles(props.entities, series);
  const shown = isolated.length === 0 ? series : series.filter((one) => isolated.includes(one.entity));
  return (
    <ChartFrame
      title={props.title}
      headline={props.headline}
      summary={`${props.summary} ${describeSeries(series, format)}`}
      note={props.note}
      actions={props.actions}
      table={toChartTable(times, series, column(series.flatMap(({ values }) => values)), zone)}
    >
      <Plot {...props} kind={kind} series={shown} style={style} />
      {series.length > 1 && <Legend series={series} style={style} isolated={isolated} onIsolatedChange={setIsolated} />}
    </ChartFrame>
  );
}

type PlotAreaProps = TimeChartProps & { kind: Kind; style: (entity: string) => SeriesStyle };

function Plot({ kind, times, series, style, height = 160, partial = false, thresholds = [], ...props }: PlotAreaProps) {
  const { ref, width } = useWidth();
  const [zone] = usePreference("zone");
  const { atMs, setAtMs, onBrush } = useCursor();
  const index = nearestIndex(times, atMs);
  const [anchor, setAnchor] = useState<number>();
  const [low, high] = kind.extent(series, times.length);
  const top = Math.max(high, ...thresholds.map((one) => one.value));
  const { column = () => props.format } = props;
  const labelsOf = (ticks: readonly number[]) => ticks.map(column(ticks));
  const scales = timeScales({ width, height }, times.length, low, top, { labelsOf, whole: isWhole(series) });
  const lines = readLegendLines(series, index, column);
  const when = index === undefined ? "" : formatTime(times[index], zone);
  const selection = onBrush &&
    times.length > 1 && {
      anchor,
      onAnchorChange: setAnchor,
      onSelect: (first: number, last: number) => onBrush(...timesBetween(times, first, last)),
    };
  const keyed = anchor === undefined || index === undefined ? undefined : ([anchor, index].sort(ascending) as Ends);
  const selected = keyed ? `. ${keyed[1] - keyed[0] + 1} selected, from ${formatTime(times[keyed[0]], zone)}` : "";
  const total = lines.reduce((all, line) => all + line.amount, 0);
  return (
    <div ref={ref} className="relative" style={{ height }}>
      <svg width={width} height={height} className="block overflow-visible" aria-hidden="true">
        <Axes scales={scales} times={times} zone={zone} format={column(scales.ticks)} />
        {kind.plot({ series, style, scales, partial, count: times.length })}
        <Marks scales={scales} times={times} thresholds={thresholds} events={props.events ?? []} index={index} />
      </svg>
      <div
        className="absolute inset-y-0 right-0 touch-pan-y focus-within:outline-2 focus-within:outline-accent"
        style={{ left: scales.left }}
      >
        <Brush times={times} onBrush={onBrush} keyed={keyed} />
        <PointReader
          label={`Data points of ${props.title}`}
          count={times.length}
          index={index}
          text={`${when}: ${lines.map((line) => `${line.label} ${line.value}`).join(", ")}${selected}`}
          selection={selection || undefined}
          onIndexChange={(next) => setAtMs(next === undefined ? undefined : times[next])}
        />
      </div>
      {index !== undefined && (
        <Readout
          title={partial && index === times.length - 1 ? `${when}, so far` : when}
          events={eventsAt(props.events ?? [], times, index)}
          lines={lines}
          total={kind.total && lines.length > 1 ? column(lines.map(({ amount }) => amount))(total) : undefined}
          style={style}
          at={scales.x(index) / width}
        />
      )}
    </div>
  );
}

type Ends = [first: number, last: number];

const ascending = (a: number, b: number) => a - b;

/** Returns whether the values are counts, which have no fractions. */
function isWhole(series: readonly Series[]): boolean {
  return series.every(({ values }) => values.every((value) => Number.isInteger(value ?? 0)));
}

function useStyles(entities: readonly string[] | undefined, series: readonly Series[]) {
  const styles = useMemo(() => {
    const drawn = series.map((one) => one.entity).filter((entity) => entity !== OTHER);
    return seriesStyles(entities?.filter((entity) => entity !== OTHER) ?? [], drawn);
  }, [entities, series]);
  return (entity: string) => styles.get(entity) ?? OTHER_STYLE;
}

function eventsAt(events: readonly ChartEvent[], times: readonly number[], index: number): string[] {
  return events.filter((event) => nearestIndex(times, event.atMs) === index).map((event) => event.label);
}

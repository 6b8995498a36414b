"use client";

import { linePath, type Series, sum } from "./series.ts";
import { type PlotProps, TimeChart, type TimeChartProps } from "./time/time-chart.tsx";

const KIND = { plot: Bars, extent, total: true };

/** Counts and sums over time as stacked bars from zero: requests, tokens, spend. */
export function BarChart(props: TimeChartProps) {
  return <TimeChart {...props} kind={KIND} />;
}

function Bars({ series, style, scales: { x, y, step }, partial, count }: PlotProps) {
  const gap = step > 6 ? 2 : step > 3 ? 1 : 0;
  const width = Math.max(1, Math.min(28, step - gap));
  const before = previousSums(series, count);
  const bars = Array.from({ length: count }, (_, index) => {
    let base = 0;
    const running = partial && index === count - 1;
    return (
      <g key={x(index)} opacity={running ? 0.45 : 1}>
        {series.map(({ entity, values }) => {
          const value = values[index] ?? 0;
          const bottom = y(base);
          base += value;
          const height = Math.max(0, bottom - y(base));
          if (value <= 0) return null;
          // A thin line of background separates similar neighbors.
          const inset = height > 3 ? 0.75 : 0;
          return (
            <rect
              key={entity}
              x={x(index) - width / 2}
              y={y(base)}
              width={width}
              height={Math.max(0.75, height - inset)}
              fill={style(entity).color}
            />
          );
        })}
      </g>
    );
  });
  return (
    <>
      {bars}
      {before && (
        <path d={linePath(before, x, y)} fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2 3" />
      )}
    </>
  );
}

/** Returns the sums of the previous period by bucket; undefined if no series has one. */
function previousSums(series: readonly Series[], count: number): number[] | undefined {
  if (series.every(({ previous }) => !previous)) return undefined;
  return Array.from({ length: count }, (_, index) => sum(series.map(({ previous }) => previous?.[index] ?? null)));
}

function extent(series: readonly Series[], count: number): [number, number] {
  const sums = Array.from({ length: count }, (_, index) =>
    series.reduce((all, one) => all + (one.values[index] ?? 0), 0),
  );
  return [0, Math.max(0, ...sums, ...(previousSums(series, count) ?? [])) || 1];
}

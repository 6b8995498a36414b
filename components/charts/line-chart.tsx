"use client";

import { isolatedSamples, linePath, type Series } from "./series.ts";
import { type PlotProps, TimeChart, type TimeChartProps } from "./time/time-chart.tsx";

/** Values over time as straight lines: latency, throughput, rates. Missing values are gaps. */
export function LineChart({ fromZero = true, ...props }: TimeChartProps & { fromZero?: boolean }) {
  return <TimeChart {...props} kind={{ plot: Lines, extent: (series) => extent(series, fromZero), total: false }} />;
}

function Lines({ series, style, scales: { x, y }, partial, count }: PlotProps) {
  return series.map(({ entity, values, previous }) => {
    const { color, dash } = style(entity);
    const settled = partial ? values.slice(0, count - 1) : values;
    const running = partial ? values.map((value, index) => (index >= count - 2 ? value : null)) : [];
    return (
      <g key={entity} fill="none" stroke={color} strokeWidth="1.5" strokeLinejoin="round">
        {previous && <path d={linePath(previous, x, y)} strokeDasharray="1 3" opacity="0.55" />}
        <path d={linePath(settled, x, y)} strokeDasharray={dash} />
        {partial && <path d={linePath(running, x, y)} strokeDasharray="2 3" opacity="0.6" />}
        {isolatedSamples(values).map((index) => (
          <circle key={index} cx={x(index)} cy={y(values[index] ?? 0)} r="2.5" fill={color} stroke="none" />
        ))}
      </g>
    );
  });
}

function extent(series: readonly Series[], fromZero: boolean): [number, number] {
  const known = series.flatMap((one) => [...one.values, ...(one.previous ?? [])]).filter((value) => value !== null);
  if (known.length === 0) return [0, 1];
  return [fromZero ? Math.min(0, ...known) : Math.min(...known), Math.max(...known)];
}

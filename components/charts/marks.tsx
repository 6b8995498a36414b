import { nearestIndex } from "./cursor.tsx";
import { BOTTOM, type TimeScales, TOP } from "./time/time-scales.ts";

export type Threshold = { value: number; label: string };
export type ChartEvent = { atMs: number; label: string };

type MarksProps = {
  scales: TimeScales;
  times: readonly number[];
  thresholds: readonly Threshold[];
  events: readonly ChartEvent[];
  /** Position of the time marker. */
  index: number | undefined;
};

/** Overlays on the data: labeled limits, ticks for events, and the time marker. */
export function Marks({ scales: { width, height, left, x, y }, times, thresholds, events, index }: MarksProps) {
  return (
    <>
      {thresholds.map((one) => (
        <g key={one.label} className="fill-muted text-2xs">
          <line x1={left} x2={width} y1={y(one.value)} y2={y(one.value)} stroke="var(--bad)" strokeDasharray="4 3" />
          <text x={width} y={y(one.value) - 4} textAnchor="end">
            {one.label}
          </text>
        </g>
      ))}
      {events.map((event) => (
        <path
          key={`${event.atMs} ${event.label}`}
          d={`M${x(nearestIndex(times, event.atMs) ?? 0)} ${height - BOTTOM}v6`}
          stroke="var(--ink)"
          strokeWidth="2"
        />
      ))}
      {index !== undefined && <line x1={x(index)} x2={x(index)} y1={TOP} y2={height - BOTTOM} stroke="var(--edge)" />}
    </>
  );
}

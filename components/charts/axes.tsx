import { formatClock, formatDate, type Zone } from "#lib/format-time.ts";
import { LEFT, type TimeScales } from "./time-scales.ts";

const DAY_MS = 86_400_000;
const LABEL_WIDTH = 84;

type AxesProps = { scales: TimeScales; times: readonly number[]; zone: Zone; format: (value: number) => string };

/** Faint horizontal lines with their values, and times under them. One unit, no vertical grid. */
export function Axes({ scales: { width, height, ticks, x, y }, times, zone, format }: AxesProps) {
  const room = Math.max(1, Math.floor((width - LEFT) / LABEL_WIDTH));
  const every = Math.max(1, Math.ceil(times.length / room));
  const days = (times.at(-1) ?? 0) - (times[0] ?? 0) > 2 * DAY_MS;
  const label = (time: number) =>
    days ? formatDate(time, zone).replace(/, \d+$/, "") : formatClock(time, zone, false);
  return (
    <g className="fill-muted text-2xs">
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={LEFT} x2={width} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
          <text x={LEFT - 8} y={y(tick)} dy="0.32em" textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      {times.map((time, index) =>
        index % every === 0 ? (
          <text key={time} x={x(index)} y={height - 5} textAnchor={index === 0 ? "start" : "middle"}>
            {label(time)}
          </text>
        ) : null,
      )}
    </g>
  );
}

import { formatClock, formatDate, type Zone } from "#lib/format-time.ts";
import { GAP, type TimeScales } from "./time/time-scales.ts";

const DAY_MS = 86_400_000;
const LABEL_WIDTH = 84;

type AxesProps = { scales: TimeScales; times: readonly number[]; zone: Zone; format: (value: number) => string };

/** Faint horizontal lines with their values, and times below. One unit, no vertical grid. */
export function Axes({ scales: { width, height, ticks, left, x, y }, times, zone, format }: AxesProps) {
  const maxLabels = Math.max(1, Math.floor((width - left) / LABEL_WIDTH));
  const days = (times.at(-1) ?? 0) - (times[0] ?? 0) > 2 * DAY_MS;
  const labels = times.map((time) =>
    days ? formatDate(time, zone).replace(/, \d+$/, "") : formatClock(time, zone, false),
  );
  // Over days, each day is labeled once, at its start; the rest of a first one would overlap the next label.
  const places = labels.flatMap((label, index) => (days && index > 0 && label === labels[index - 1] ? [] : [index]));
  const [first = 0, second = 0, third = 0] = places;
  const shown = thinOut(second - first < third - second ? places.slice(1) : places, maxLabels);
  return (
    <g className="fill-muted text-2xs">
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={width} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
          <text x={left - GAP} y={y(tick)} dy="0.32em" textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      {shown.map((index) => (
        <text key={times[index]} x={x(index)} y={height - 5} textAnchor={index === 0 ? "start" : "middle"}>
          {labels[index]}
        </text>
      ))}
    </g>
  );
}

/** Returns every second, third ... position, at most `most`. */
function thinOut(places: readonly number[], most: number): number[] {
  const every = Math.max(1, Math.ceil(places.length / most));
  return places.filter((_, order) => order % every === 0);
}

import { linePath } from "./series.ts";

type SparklineProps = { values: readonly (number | null)[]; className?: string };

const WIDTH = 96;
const HEIGHT = 24;

/**
 * A small chart without axes next to a figure; hidden from screen readers because the figure is text. The last bucket
 * is still in progress.
 */
export function Sparkline({ values, className }: SparklineProps) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const high = Math.max(...known);
  const low = Math.min(0, ...known);
  const x = (index: number) => (index / Math.max(1, values.length - 1)) * WIDTH;
  const y = (value: number) => HEIGHT - 2 - ((value - low) / (high - low || 1)) * (HEIGHT - 4);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className={className}
      aria-hidden="true"
      preserveAspectRatio="none"
      data-chart
    >
      <path
        d={linePath(values, x, y)}
        fill="none"
        stroke="var(--accent)"
        strokeWidth="1.25"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

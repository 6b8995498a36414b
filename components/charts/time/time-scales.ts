import { niceTicks, position } from "../scale.ts";

/**
 * Margins around the plot for the values (left, at least), the times (bottom) and the highest label (top), in pixels.
 */
const LEFT = 48;
export const BOTTOM = 20;
export const TOP = 8;
/** Between a value and the plot. */
export const GAP = 8;
const DIGIT_WIDTH = 6.8;

export type TimeScales = {
  width: number;
  height: number;
  ticks: readonly number[];
  /** The plot's left edge, right of the widest value. */
  left: number;
  /** Pixels per bucket. */
  step: number;
  x: (index: number) => number;
  y: (value: number) => number;
};

const NARROW = 420;

/** Returns the scales of a chart over time: buckets across, values up from the lowest to the highest tick. */
export function timeScales(
  size: { width: number; height: number },
  buckets: number,
  low: number,
  high: number,
  { labelsOf, whole }: { labelsOf: (ticks: readonly number[]) => readonly string[]; whole: boolean },
): TimeScales {
  const { width, height } = size;
  const tickCount = width < NARROW ? 2 : height > 200 ? 5 : 3;
  const ticks = niceTicks(low, high, tickCount, whole);
  const widest = Math.max(...labelsOf(ticks).map(({ length }) => length));
  const left = Math.max(LEFT, Math.ceil(widest * DIGIT_WIDTH) + GAP);
  const step = (width - left) / Math.max(1, buckets);
  const plotHeight = height - BOTTOM - TOP;
  return {
    width,
    height,
    ticks,
    left,
    step,
    x: (index) => left + (index + 0.5) * step,
    y: (value) => height - BOTTOM - position(value, ticks[0] ?? 0, ticks.at(-1) ?? 1) * plotHeight,
  };
}

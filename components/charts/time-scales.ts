import { niceTicks, position } from "./scale.ts";

/** Room around the plot for the values (left), the times (bottom) and the highest label (top), in pixels. */
export const LEFT = 48;
export const BOTTOM = 20;
export const TOP = 8;

export type TimeScales = {
  width: number;
  height: number;
  ticks: readonly number[];
  /** Pixels a bucket. */
  step: number;
  x: (index: number) => number;
  y: (value: number) => number;
};

const NARROW = 420;

/** Scales of a chart over time: buckets across, values from the lowest to the highest tick up. */
export function timeScales(
  size: { width: number; height: number },
  buckets: number,
  low: number,
  high: number,
): TimeScales {
  const { width, height } = size;
  const wanted = width < NARROW ? 2 : height > 200 ? 5 : 3;
  const ticks = niceTicks(low, high, wanted);
  const step = (width - LEFT) / Math.max(1, buckets);
  const plotHeight = height - BOTTOM - TOP;
  return {
    width,
    height,
    ticks,
    step,
    x: (index) => LEFT + (index + 0.5) * step,
    y: (value) => height - BOTTOM - position(value, ticks[0] ?? 0, ticks.at(-1) ?? 1) * plotHeight,
  };
}

/**
 * Returns round tick values from 0 (or `low`) to at least `high`, with at most `count` steps of 1, 2, 2.5 or 5 times a
 * power of ten; with `whole`, only integers.
 */
export function niceTicks(low: number, high: number, count: number, whole = false): number[] {
  const span = high - low;
  if (!(span > 0)) return [low, low + 1];
  const rough = span / count;
  const power = Math.max(whole ? 1 : 0, 10 ** Math.floor(Math.log10(rough)));
  const factors = [1, 2, 2.5, 5, 10].filter((factor) => !whole || Number.isInteger(factor * power));
  const step = (factors.find((factor) => factor * power >= rough * 0.999) ?? 10) * power;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** Returns the position of `value` between `low` and `high`, 0 to 1. */
export function position(value: number, low: number, high: number): number {
  return high === low ? 0 : Math.min(1, Math.max(0, (value - low) / (high - low)));
}

export type Series = {
  /** The line's subject; decides its color. */
  entity: string;
  label: string;
  /** The id behind the label, shown on hover. */
  id?: string;
  /** One value per bucket. null is unknown and leaves a gap; a count of nothing is 0. */
  values: readonly (number | null)[];
  /** The same buckets of the previous period, drawn dotted; bars show the sum of all series. */
  previous?: readonly (number | null)[];
};

export const OTHER = "Other";

/** Returns the `most` largest series by sum, with the rest added up as "Other". */
export function topSeries(series: readonly Series[], most: number): readonly Series[] {
  const sorted = series.toSorted((a, b) => sum(b.values) - sum(a.values));
  const rest = sorted.slice(most);
  if (rest.length === 0) return sorted;
  const length = Math.max(...rest.map((one) => one.values.length));
  const values = Array.from({ length }, (_, index) => sum(rest.map((one) => one.values[index] ?? null)));
  return [...sorted.slice(0, most), { entity: OTHER, label: `${OTHER} (${rest.length})`, values }];
}

/** Adds up the known values. */
export function sum(values: readonly (number | null)[]): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0);
}

/** Returns the path of a line with straight segments that breaks at gaps; a single sample becomes a short dash. */
export function linePath(
  values: readonly (number | null)[],
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  const parts: string[] = [];
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    const starts = index === 0 || values[index - 1] === null;
    const alone = starts && (values[index + 1] ?? null) === null;
    if (alone) parts.push(`M${x(index) - 2} ${y(value)}h4`);
    else parts.push(`${starts ? "M" : "L"}${x(index)} ${y(value)}`);
  }
  return parts.join("");
}

/** Returns the indexes of samples without a neighbor, which a line does not show. */
export function isolatedSamples(values: readonly (number | null)[]): number[] {
  const isKnown = (index: number) => (values[index] ?? null) !== null;
  return [...values.keys()].filter((index) => isKnown(index) && !isKnown(index - 1) && !isKnown(index + 1));
}

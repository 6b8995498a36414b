import { formatTime, type Zone } from "#lib/format-time.ts";
import type { Series } from "./series.ts";

type Format = (value: number) => string;

/** Returns the values of one bucket, largest first; unknown ones are a dash and count as 0 in `amount`. */
export function readLegendLines(
  series: readonly Series[],
  index: number | undefined,
  column: (values: readonly (number | null)[]) => Format,
) {
  if (index === undefined) return [];
  const format = column(series.map(({ values }) => values[index] ?? null));
  const lines = series.map(({ entity, label, values }) => {
    const value = values[index] ?? null;
    return { entity, label, value: value === null ? "–" : format(value), amount: value ?? 0 };
  });
  return lines.toSorted((a, b) => b.amount - a.amount);
}

/** Returns the series with their previous periods as series of their own. */
function withPrevious(series: readonly Series[]): Pick<Series, "label" | "values">[] {
  return series.flatMap(({ label, values, previous }) => [
    { label, values },
    ...(previous ? [{ label: `${label}, previous period`, values: previous }] : []),
  ]);
}

/** Describes each series in a sentence: its lowest, highest and last value. */
export function describeSeries(series: readonly Series[], format: Format): string {
  const sentences = withPrevious(series).map(({ label, values }) => {
    const known = values.filter((value) => value !== null);
    if (known.length === 0) return `${label}: no data.`;
    return `${label}: from ${format(Math.min(...known))} to ${format(Math.max(...known))}, last ${format(known.at(-1) ?? 0)}.`;
  });
  return sentences.join(" ");
}

/** Converts the series to a table: a row per bucket, a column per series and one for its previous period. */
export function toChartTable(times: readonly number[], series: readonly Series[], format: Format, zone: Zone) {
  const cell = (value: number | null | undefined) => (value === null || value === undefined ? "–" : format(value));
  const columns = withPrevious(series);
  return {
    columns: ["Time", ...columns.map((one) => one.label)],
    rows: times.map((time, index) => [formatTime(time, zone), ...columns.map((one) => cell(one.values[index]))]),
  };
}

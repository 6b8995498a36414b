import { type Series, topSeries } from "#components/charts/series.ts";
import type { Hits } from "./use-hits.ts";

const WIDTH_MS = { hour: 3_600_000, day: 86_400_000 };
const MOST_SERIES = 7;

/** Returns the starts of the buckets of a range, Unix ms. */
export function hitTimes({ start, end, granularity }: Pick<Hits, "start" | "end" | "granularity">): number[] {
  const [from, to, width] = [Date.parse(start), Date.parse(end), WIDTH_MS[granularity]];
  return Array.from({ length: Math.round((to - from) / width) }, (_, index) => from + index * width);
}

/** Returns the findings of each rule over time; a bucket without any is 0. */
export function hitSeries(hits: Hits): readonly Series[] {
  const times = hitTimes(hits);
  const series = hits.rules.map(({ rule, rule_name: label }) => {
    const found = new Map<number, number>();
    for (const hit of hits.hits) {
      if (hit.rule === rule) found.set(Date.parse(hit.time), (found.get(Date.parse(hit.time)) ?? 0) + hit.matches);
    }
    return { entity: rule, label, values: times.map((time) => found.get(time) ?? 0) };
  });
  return topSeries(series, MOST_SERIES);
}

export type HitSum = Pick<Hits["hits"][number], "rule" | "action" | "direction" | "shadow" | "calls" | "matches"> & {
  name: string;
};

/** Returns the total findings of each rule by text and action, most first. */
export function hitSums({ rules, hits }: Hits): HitSum[] {
  const names = new Map(rules.map(({ rule, rule_name: name }) => [rule, name]));
  const sums = new Map<string, HitSum>();
  for (const { time: _, ...hit } of hits) {
    const key = `${hit.rule} ${hit.action} ${hit.direction} ${hit.shadow}`;
    const sum = sums.get(key) ?? { ...hit, name: names.get(hit.rule) ?? hit.rule, calls: 0, matches: 0 };
    sum.calls += hit.calls;
    sum.matches += hit.matches;
    sums.set(key, sum);
  }
  return [...sums.values()].sort((one, other) => other.matches - one.matches);
}

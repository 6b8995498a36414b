"use client";

import { granularityOf, rangeBefore } from "#components/charts/time/time-range.ts";
import { useTimeRange } from "#components/charts/time/use-time-range.ts";
import { useAnalytics } from "#components/charts/use-analytics.ts";
import { overviewQueries } from "./overview-queries.ts";
import { useSplit } from "./use-split.ts";

const NOTHING = { from: 0, to: 60_000, live: false };

/** Reads the figures of the overview in the page's time range. Each part shows its previous state while it reloads. */
export function useOverview() {
  const { range, nowMs } = useTimeRange();
  const [split] = useSplit();
  const shown = range ?? NOTHING;
  const granularity = granularityOf(shown, nowMs ?? 0);
  const bodies = overviewQueries(shown, rangeBefore(shown), granularity, split);
  const known = range !== undefined;
  return {
    range: shown,
    granularity,
    split,
    totals: useAnalytics(bodies.totals, known),
    before: useAnalytics(bodies.before, known),
    series: useAnalytics(bodies.series, known),
    groups: useAnalytics(bodies.groups, known),
    errors: useAnalytics(bodies.errors, known),
    topModels: useAnalytics(bodies.topModels, known),
    topKeys: useAnalytics(bodies.topKeys, known),
    topUsers: useAnalytics(bodies.topUsers, known),
  };
}

export type Overview = ReturnType<typeof useOverview>;

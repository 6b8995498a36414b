"use client";

import { granularityOf, rangeBefore } from "#components/charts/time/time-range.ts";
import { useTimeRange } from "#components/charts/time/use-time-range.ts";
import { useAnalytics } from "#components/charts/use-analytics.ts";
import type { Dimension, Metric } from "#lib/contract/analytics-fields.ts";

const EMPTY_RANGE = { from: 0, to: 60_000, live: false };

type Options = {
  metrics: readonly Metric[];
  dimension?: Dimension;
  groups?: number;
  overTime?: boolean;
  /** Whether to read the previous period. */
  before?: boolean;
  enabled?: boolean;
};

/** Returns rows of the page's time range or of the one before, one per bucket, or of the whole range. */
export function useRows({ metrics, dimension, groups, overTime = true, before = false, enabled = true }: Options) {
  const { range, nowMs } = useTimeRange();
  const chosen = range ?? EMPTY_RANGE;
  const granularity = granularityOf(chosen, nowMs ?? 0);
  const { from, to } = before ? rangeBefore(chosen) : chosen;
  const query = useAnalytics(
    {
      metrics: [...metrics],
      ...(dimension && { dimensions: [dimension] }),
      ...(dimension && groups && { group_limit: groups }),
      ...(overTime && { granularity }),
      limit: 10_000,
      time_range: { start: new Date(from).toISOString(), end: new Date(to).toISOString() },
    },
    enabled && range !== undefined,
  );
  return { query, rows: query.data?.data.data, granularity, live: chosen.live };
}

"use client";

import { granularityOf } from "#components/charts/time/time-range.ts";
import { useTimeRange } from "#components/charts/time/use-time-range.ts";
import { useAnalytics } from "#components/charts/use-analytics.ts";
import type { Dimension, Metric } from "#lib/contract/analytics-fields.ts";

const EMPTY_RANGE = { from: 0, to: 60_000, live: false };

type Options = { metrics: readonly Metric[]; dimension?: Dimension; groups?: number; overTime?: boolean };

/** Returns rows of the page's time range, one per bucket, or of the whole range. */
export function useRows({ metrics, dimension, groups, overTime = true }: Options) {
  const { range, nowMs } = useTimeRange();
  const visibleRange = range ?? EMPTY_RANGE;
  const granularity = granularityOf(visibleRange, nowMs ?? 0);
  const query = useAnalytics(
    {
      metrics: [...metrics],
      ...(dimension && { dimensions: [dimension] }),
      ...(dimension && groups && { group_limit: groups }),
      ...(overTime && { granularity }),
      limit: 10_000,
      time_range: { start: new Date(visibleRange.from).toISOString(), end: new Date(visibleRange.to).toISOString() },
    },
    range !== undefined,
  );
  return { query, rows: query.data?.data.data, granularity, live: visibleRange.live };
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { useNow } from "#components/ui/hooks/use-now.ts";
import { query } from "#lib/api/query.ts";
import { queryAnalytics } from "#lib/contract/analytics.ts";
import { isoTime } from "#lib/format-time.ts";
import { type Interval, periodOf } from "./budget-intervals.ts";

type SpentOf = { workspace: string; interval: Interval; includeByok: boolean; timeZone: string };

/**
 * Returns a workspace's spending in the current period of a budget, in USD; undefined while loading, null if it is not
 * available.
 */
export function useSpend({ workspace, interval, includeByok, timeZone }: SpentOf): number | undefined | null {
  const nowMs = useNow();
  const { startMs, endMs } = periodOf(interval, nowMs ?? 0, timeZone);
  const { data, isError } = useQuery({
    ...query(queryAnalytics, {
      workspace,
      body: { metrics: ["cost", "byok_cost"], time_range: { start: isoTime(startMs), end: isoTime(endMs) } },
    }),
    enabled: nowMs !== undefined,
  });
  const row = data?.data.data[0];
  if (!data) return isError ? null : undefined;
  return Number(row?.cost ?? 0) + (includeByok ? Number(row?.byok_cost ?? 0) : 0);
}

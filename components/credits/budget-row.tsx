"use client";

import { LimitMeter } from "#components/charts/limit-meter.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { useNow } from "#components/ui/hooks/use-now.ts";
import { formatUsd } from "#lib/format.ts";
import { isoTime } from "#lib/format-time.ts";
import { type Budget, budgetOf, INTERVAL_LABELS, type Interval, periodOf } from "./budget-intervals.ts";
import { useSpend } from "./use-spend.ts";

type BudgetRowProps = {
  workspace: string;
  interval: Interval;
  budgets: readonly Budget[];
  includeByok: boolean;
  timeZone: string;
};

/** Spending in the current period of an interval, against its budget. */
export function BudgetRow({ workspace, interval, budgets, includeByok, timeZone }: BudgetRowProps) {
  const nowMs = useNow();
  const spent = useSpend({ workspace, interval, includeByok, timeZone });
  const limitUsd = budgetOf(budgets, interval)?.limit_usd ?? null;
  const period = nowMs === undefined ? undefined : periodOf(interval, nowMs, timeZone);
  const words = INTERVAL_LABELS[interval];
  return (
    <li className="flex items-center gap-x-4 border-b px-4 py-3 last:border-b-0">
      <span className="w-16 shrink-0 text-sm">{words}</span>
      <div className="min-w-0 flex-1">
        {spent === undefined && (
          <Loading label={`${interval} spend`}>
            <Skeleton className="w-40" />
          </Loading>
        )}
        {spent === null && (
          <p className="text-xs">
            {limitUsd === null ? "No limit" : formatUsd(limitUsd)}{" "}
            <span className="text-muted">spend could not be loaded</span>
          </p>
        )}
        {typeof spent === "number" && (
          <LimitMeter
            label={`the workspace, ${words.toLowerCase()}`}
            usedUsd={spent}
            limitUsd={limitUsd}
            startsAt={period?.resets ? isoTime(period.startMs) : null}
            resetsAt={period?.resets ? isoTime(period.endMs) : null}
          />
        )}
      </div>
    </li>
  );
}

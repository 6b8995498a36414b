"use client";

import { LimitMeter } from "#components/charts/limit-meter.tsx";
import { Meter } from "#components/ui/feedback/meter.tsx";
import { useNow } from "#components/ui/hooks/use-now.ts";
import { formatUsd, formatUsdTotal } from "#lib/format.ts";
import { formatReset, isoTime } from "#lib/format-time.ts";
import { limitPeriod } from "#lib/limit-period.ts";
import type { Key } from "./key-status.tsx";

/** A key's spend against its limit in one table row; the reset is shown on hover, and as a tick on the meter. */
export function KeyLimit({ record }: { record: Key }) {
  const { limit, period, used, nowMs } = useLimit(record);
  if (limit === null) {
    return (
      <span className="text-muted text-xs" title="This key has no spending limit.">
        No limit
      </span>
    );
  }
  const text = `${formatUsdTotal(used)} of ${formatUsd(limit)}`;
  const full = `${text}, ${formatReset(period?.resetMs, nowMs)}`;
  return (
    <div className="flex min-w-36 flex-col gap-0.5" title={full}>
      <span className="whitespace-nowrap text-xs">
        {text}
        {record.limit_reset && <span className="text-muted"> {record.limit_reset}</span>}
      </span>
      <Meter
        label={`Spending limit of ${record.name}`}
        used={used}
        limit={limit}
        text={full}
        className="h-1"
        {...(period ? { elapsed: period.elapsed } : {})}
      />
    </div>
  );
}

/** The same, with the reset in words. */
export function KeyLimitMeter({ record }: { record: Key }) {
  const { limit, period, used } = useLimit(record);
  return (
    <LimitMeter
      label={record.name}
      usedUsd={used}
      limitUsd={limit}
      startsAt={isoTime(period?.startMs) || null}
      resetsAt={isoTime(period?.resetMs) || null}
    />
  );
}

function useLimit(record: Key) {
  const nowMs = useNow() ?? Date.parse(record.created_at);
  const { limit, limit_remaining: remaining, limit_reset: interval } = record;
  const used = limit === null ? record.usage : limit - (remaining ?? limit);
  return { limit, used, nowMs, period: interval ? limitPeriod(interval, nowMs) : undefined };
}

"use client";

import { Meter } from "#components/ui/feedback/meter.tsx";
import { useNow } from "#components/ui/hooks/use-now.ts";
import { formatUsd, formatUsdTotal } from "#lib/format.ts";
import { formatReset } from "#lib/format-time.ts";
import { NOTICE_SHARE, percentSpent } from "#lib/limits/notice-share.ts";

type LimitMeterProps = {
  /** The limit's owner: "production-web". */
  label: string;
  usedUsd: number;
  /** null means "no limit". */
  limitUsd: number | null;
  /** The current period; without it the limit never resets. */
  startsAt?: string | null;
  resetsAt?: string | null;
};

/** Spend against a limit, with the elapsed time as a tick, and the reset. */
export function LimitMeter({ label, usedUsd, limitUsd, startsAt, resetsAt }: LimitMeterProps) {
  const now = useNow();
  const spent = formatUsdTotal(usedUsd);
  const text = limitUsd === null ? `${spent}, no limit` : `${spent} of ${formatUsd(limitUsd)}`;
  const elapsed =
    now && startsAt && resetsAt ? elapsedRatio(now, Date.parse(startsAt), Date.parse(resetsAt)) : undefined;
  return (
    <div className="flex min-w-32 flex-col gap-1">
      <p className="flex justify-between gap-3 text-xs">
        <span>{text}</span>
        {limitUsd !== null && <Fill usedUsd={usedUsd} limitUsd={limitUsd} />}
      </p>
      {limitUsd !== null && (
        <Meter
          label={`Spending limit of ${label}`}
          used={usedUsd}
          limit={limitUsd}
          text={text}
          {...(elapsed === undefined ? {} : { elapsed })}
        />
      )}
      {limitUsd !== null && now !== undefined && (
        <p className="text-muted text-xs first-letter:uppercase">{formatReset(resetsAt, now)}</p>
      )}
    </div>
  );
}

/** That a limit is nearly or entirely used up; the meter's color alone does not say it. */
function Fill({ usedUsd, limitUsd }: { usedUsd: number; limitUsd: number }) {
  if (usedUsd >= limitUsd) return <span className="font-medium text-bad">Over limit</span>;
  if (usedUsd < limitUsd * NOTICE_SHARE) return null;
  return <span className="whitespace-nowrap font-medium text-warn">{percentSpent(usedUsd, limitUsd)}% used</span>;
}

function elapsedRatio(nowMs: number, startMs: number, endMs: number): number {
  return (nowMs - startMs) / Math.max(1, endMs - startMs);
}

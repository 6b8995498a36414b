"use client";

import { useShell } from "#components/shell/shell-context.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import { useNow } from "#components/ui/hooks/use-now.ts";
import { formatUsd, formatUsdTotal } from "#lib/format.ts";
import { formatReset } from "#lib/format-time.ts";
import { percentSpent } from "#lib/limits/notice-share.ts";
import type { NearCap } from "./use-capped-members.ts";

/** That a member's cap is nearly used up or rejects requests, with the figures and a link to the caps. */
export function CapNotice({ cap }: { cap: NearCap }) {
  const { slug } = useShell().currentWorkspace;
  const nowMs = useNow();
  const { interval, spentUsd, limitUsd, resetsAt, isRejecting } = cap;
  const figures = `${formatUsdTotal(spentUsd)} of the ${interval} cap of ${formatUsd(limitUsd)}`;
  return (
    <Link
      href={`/w/${slug}/budgets`}
      className="flex flex-wrap items-center gap-x-1.5 hover:underline pointer-coarse:min-h-11"
    >
      <StatusChip tone={isRejecting ? "bad" : "limit"}>
        {isRejecting ? "Rejecting requests" : `${percentSpent(spentUsd, limitUsd)}% of cap used`}
      </StatusChip>
      <span className="text-muted text-xs">
        {figures}
        {nowMs !== undefined && `, ${formatReset(resetsAt, nowMs)}`}
      </span>
    </Link>
  );
}

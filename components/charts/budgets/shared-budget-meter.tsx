"use client";

import type { z } from "zod";
import { useNow } from "#components/ui/hooks/use-now.ts";
import type { SharedBudget } from "#lib/contract/shared-budgets.ts";
import { formatCount, formatUsd, formatUsdTotal } from "#lib/format.ts";
import { formatReset } from "#lib/format-time.ts";
import { LimitMeter } from "../limit-meter.tsx";

type Budget = z.output<typeof SharedBudget>;

/** What is spent of a shared budget; of one for each end user, who spent most. */
export function SharedBudgetMeter({ budget }: { budget: Budget }) {
  const {
    name,
    spent_usd: usedUsd,
    limit_usd: limitUsd,
    resets_at: resetsAt,
    external_user_spending: ofUsers,
  } = budget;
  if (ofUsers) return <UserMeter budget={budget} spending={ofUsers} />;
  return <LimitMeter label={name} usedUsd={usedUsd} limitUsd={limitUsd} resetsAt={resetsAt} />;
}

type UserMeterProps = { budget: Budget; spending: NonNullable<Budget["external_user_spending"]> };

function UserMeter({ budget, spending }: UserMeterProps) {
  const now = useNow();
  const { name, limit_usd: limitUsd, spent_usd: spentUsd, resets_at: resetsAt } = budget;
  const { external_users: count, near_limit: near, top } = spending;
  const [first] = top;
  return (
    <div className="flex min-w-32 flex-col gap-1 text-xs">
      <p>{formatUsd(limitUsd)} for each end user</p>
      <p className="text-muted">
        {count === 0
          ? "None has spent anything yet"
          : `${formatCount(count)} spent ${formatUsdTotal(spentUsd)}, ${formatCount(near)} at 80% or more`}
      </p>
      {first ? (
        <>
          <p className="truncate text-muted" title={first.external_user}>
            Most: {first.external_user}
          </p>
          <LimitMeter
            label={`${name}, ${first.external_user}`}
            usedUsd={first.spent_usd}
            limitUsd={limitUsd}
            resetsAt={resetsAt}
          />
        </>
      ) : (
        now !== undefined && <p className="text-muted first-letter:uppercase">{formatReset(resetsAt, now)}</p>
      )}
    </div>
  );
}

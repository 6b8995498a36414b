"use client";

import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { useNow } from "#components/ui/hooks/use-now.ts";
import { query } from "#lib/api/query.ts";
import { getSharedBudget, type SharedBudget } from "#lib/contract/shared-budgets.ts";
import { formatCount, formatUsd, formatUsdTotal } from "#lib/format.ts";
import { formatReset } from "#lib/format-time.ts";
import { LimitMeter } from "../limit-meter.tsx";

type Budget = z.output<typeof SharedBudget>;

/** What is spent of a shared budget; of one for each end user, who spent most. */
export function SharedBudgetMeter({ budget }: { budget: Budget }) {
  const { name, spent_usd: usedUsd, limit_usd: limitUsd, resets_at: resetsAt } = budget;
  if (budget.per_external_user) return <UserMeter budget={budget} />;
  return <LimitMeter label={name} usedUsd={usedUsd} limitUsd={limitUsd} resetsAt={resetsAt} />;
}

function UserMeter({ budget }: { budget: Budget }) {
  const now = useNow();
  const { id, workspace_id: workspace, name, limit_usd: limitUsd, spent_usd: spentUsd, resets_at: resetsAt } = budget;
  const { data } = useQuery(query(getSharedBudget, { params: { ref: workspace, id }, workspace }));
  const spending = data?.data.external_user_spending;
  const first = spending?.top[0];
  return (
    <div className="flex min-w-32 flex-col gap-1 text-xs">
      <p>{formatUsd(limitUsd)} for each end user</p>
      <p className="text-muted">
        {formatUsdTotal(spentUsd)} spent
        {spending && ` by ${formatCount(spending.external_users)}, ${formatCount(spending.near_limit)} at 80% or more`}
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

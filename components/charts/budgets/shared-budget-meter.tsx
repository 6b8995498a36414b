"use client";

import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { useNow } from "#components/ui/hooks/use-now.ts";
import { query } from "#lib/api/query.ts";
import { getSharedBudget, type SharedBudget, type UserSpending } from "#lib/contract/shared-budgets.ts";
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

function spendingWords({ external_users: count, near_limit: near }: z.output<typeof UserSpending>, spent: string) {
  if (count === 0) return "No end user has spent anything yet";
  const who = count === 1 ? "1 end user has" : `${formatCount(count)} end users have`;
  return `${who} spent ${spent}; ${near === 0 ? "none" : formatCount(near)} at 80% or more`;
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
        {spending ? spendingWords(spending, formatUsdTotal(spentUsd)) : `${formatUsdTotal(spentUsd)} spent`}
      </p>
      {first ? (
        <>
          <p className="truncate text-muted" title={first.external_user}>
            Highest: {first.external_user}
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

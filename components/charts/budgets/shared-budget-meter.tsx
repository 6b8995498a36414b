"use client";

import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { useShell } from "#components/shell/shell-context.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { useNow } from "#components/ui/hooks/use-now.ts";
import { query } from "#lib/api/query.ts";
import { getSharedBudget, type SharedBudget } from "#lib/contract/shared-budgets.ts";
import { formatCount, formatUsd, formatUsdTotal } from "#lib/format.ts";
import { formatReset } from "#lib/format-time.ts";
import { LimitMeter } from "../limit-meter.tsx";

type Budget = z.output<typeof SharedBudget>;

/** What is spent of a shared budget; of one for each end user or session, which spent most. */
export function SharedBudgetMeter({ budget }: { budget: Budget }) {
  const { name, spent_usd: usedUsd, limit_usd: limitUsd, resets_at: resetsAt } = budget;
  if (budget.per_external_user) return <MeterOfEach budget={budget} one="end user" />;
  if (budget.per_session) return <MeterOfEach budget={budget} one="session" />;
  return <LimitMeter label={name} usedUsd={usedUsd} limitUsd={limitUsd} resetsAt={resetsAt} />;
}

type Spending = { count: number; near: number; first: { name: string; spentUsd: number } | undefined };

function spendingOf(data: z.output<typeof getSharedBudget.response>["data"]): Spending | undefined {
  const { external_user_spending: users, session_spending: sessions } = data;
  const [user] = users?.top ?? [];
  const [session] = sessions?.top ?? [];
  if (users)
    return {
      count: users.external_users,
      near: users.near_limit,
      first: user && { name: user.external_user, spentUsd: user.spent_usd },
    };
  if (!sessions) return undefined;
  const first = session && { name: session.session_id, spentUsd: session.spent_usd };
  return { count: sessions.sessions, near: sessions.near_limit, first };
}

function spendingWords({ count, near }: Spending, one: string, spent: string) {
  if (count === 0) return `No ${one} has spent anything yet`;
  const who = count === 1 ? `1 ${one} has` : `${formatCount(count)} ${one}s have`;
  return `${who} spent ${spent}; ${near === 0 ? "none" : formatCount(near)} at 80% or more`;
}

/** `one`: what has the whole amount each. */
function MeterOfEach({ budget, one }: { budget: Budget; one: "end user" | "session" }) {
  const now = useNow();
  const { slug } = useShell().currentWorkspace;
  const { id, workspace_id: workspace, name, limit_usd: limitUsd, spent_usd: spentUsd, resets_at: resetsAt } = budget;
  const { data } = useQuery(query(getSharedBudget, { params: { ref: workspace, id }, workspace }));
  const spending = data && spendingOf(data.data);
  const first = spending?.first;
  return (
    <div className="flex min-w-32 flex-col gap-1 text-xs">
      <p>
        {formatUsd(limitUsd)} for each {one}
      </p>
      <p className="text-muted">
        {spending ? spendingWords(spending, one, formatUsdTotal(spentUsd)) : `${formatUsdTotal(spentUsd)} spent`}
      </p>
      {first ? (
        <>
          <p className="truncate text-muted" title={first.name}>
            Highest:{" "}
            {one === "session" ? (
              <Link
                href={`/w/${slug}/logs?timeline=${encodeURIComponent(first.name)}`}
                className="inline-flex items-center underline pointer-coarse:min-h-11"
              >
                {first.name}
              </Link>
            ) : (
              first.name
            )}
          </p>
          <LimitMeter
            label={`${name}, ${first.name}`}
            usedUsd={first.spentUsd}
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

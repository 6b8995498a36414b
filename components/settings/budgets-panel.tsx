"use client";

import { useQuery } from "@tanstack/react-query";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { Link } from "#components/ui/display/link.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { query } from "#lib/api/query.ts";
import { BUDGET_INTERVALS, listBudgets, putBudget } from "#lib/contract/budgets.ts";
import { getCredits } from "#lib/contract/credits.ts";
import { BudgetRow } from "./budget-row.tsx";
import { ByokRule } from "./byok-rule.tsx";

/** The workspace's spending limits per day, week and month, and in total. */
export function BudgetsPanel() {
  const { id, slug } = useShell().currentWorkspace;
  const maySeeSpent = usePermission(getCredits);
  const mayChange = usePermission(putBudget);
  const budgets = useQuery(query(listBudgets, { params: { ref: id }, workspace: id }));
  if (budgets.error && !budgets.data) {
    return <ApiErrorState title="The budgets could not be loaded" result={budgets} />;
  }
  return (
    <div id="budgets">
      <Panel
        title="Budgets"
        description="In USD. Requests are rejected with 402 when a budget is used up. Longer budgets must be larger than shorter ones."
      >
        {budgets.data && (
          <p className="mb-4 text-muted text-sm">
            {maySeeSpent && (
              <>
                <Link href={`/org/credits?workspace=${slug}`} className="text-accent-ink underline">
                  Current spend
                </Link>{" "}
                is shown on the Credits page.{" "}
              </>
            )}
            Member caps and shared budgets are on the{" "}
            <Link href={`/w/${slug}/budgets`} className="text-accent-ink underline">
              Budgets page
            </Link>
            .
          </p>
        )}
        {budgets.data ? (
          <fieldset disabled={!mayChange} className="flex min-w-0 flex-col gap-4">
            {BUDGET_INTERVALS.map((interval) => {
              const budget = budgets.data.data.find(
                ({ reset_interval }) => (reset_interval ?? "lifetime") === interval,
              );
              return (
                <BudgetRow
                  key={`${interval}:${budget?.limit_usd}`}
                  interval={interval}
                  budget={budget}
                  timeZone={budgets.data.time_zone}
                />
              );
            })}
            <ByokRule includes={budgets.data.include_byok_in_budgets} budgets={budgets.data.data} />
          </fieldset>
        ) : (
          <Loading label="budgets" className="flex flex-col gap-4">
            {BUDGET_INTERVALS.map((interval) => (
              <Skeleton key={interval} className="h-8" />
            ))}
          </Loading>
        )}
      </Panel>
    </div>
  );
}

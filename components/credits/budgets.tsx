"use client";

import { useQuery } from "@tanstack/react-query";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { Link } from "#components/ui/display/link.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { parseAsString } from "#components/ui/hooks/query-parsers.ts";
import { useQueryState } from "#components/ui/hooks/query-state.ts";
import { query } from "#lib/api/query.ts";
import { BUDGET_INTERVALS, listBudgets, putBudget } from "#lib/contract/budgets.ts";
import { BudgetRow } from "./budget-row.tsx";

/** One workspace's spending and budgets per day, week, month and in total; they are set in its settings. */
export function Budgets() {
  const { workspaces, currentWorkspace } = useShell();
  const mayChange = usePermission(putBudget);
  const [slug, setSlug] = useQueryState("workspace", parseAsString.withDefault(currentWorkspace.slug));
  const result = useQuery(query(listBudgets, { params: { ref: slug } }));
  const { data, error } = result;
  return (
    <Panel
      title="Budgets"
      description={data?.include_byok_in_budgets ? "USD, BYOK spend included" : "USD, BYOK spend not included"}
      actions={
        <Select
          size="small"
          aria-label="Workspace"
          className="w-44"
          options={workspaces.map((workspace) => ({ value: workspace.slug, label: workspace.name }))}
          value={slug}
          onValueChange={(chosen) => void setSlug(chosen)}
        />
      }
      flush
    >
      {error && !data ? (
        <ApiErrorState title="The budgets could not be loaded" result={result} />
      ) : !data ? (
        <Loading label="budgets" className="flex flex-col">
          {BUDGET_INTERVALS.map((interval) => (
            <div key={interval} className="flex h-16 items-center gap-6 border-b px-4 last:border-b-0">
              <Skeleton className="w-16" />
              <Skeleton className="flex-1" />
            </div>
          ))}
        </Loading>
      ) : (
        <>
          <ul>
            {BUDGET_INTERVALS.map((interval) => (
              <BudgetRow
                key={`${slug} ${interval}`}
                workspace={slug}
                interval={interval}
                budgets={data.data}
                includeByok={data.include_byok_in_budgets}
                timeZone={data.time_zone}
              />
            ))}
          </ul>
          <p className="border-t px-4 py-2.5 text-sm">
            <Link
              href={`/w/${slug}/settings#budgets`}
              className="inline-flex items-center text-accent-ink underline pointer-coarse:min-h-11"
            >
              {mayChange ? "Change in workspace settings" : "View in workspace settings"}
            </Link>
          </p>
        </>
      )}
    </Panel>
  );
}

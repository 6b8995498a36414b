"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { Loading } from "#components/ui/feedback/skeleton.tsx";
import { SkeletonRow } from "#components/ui/feedback/table-skeleton.tsx";
import { parseAsBoolean } from "#components/ui/hooks/query-parsers.ts";
import { useQueryState } from "#components/ui/hooks/query-state.ts";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { query } from "#lib/api/query.ts";
import { listSharedBudgets } from "#lib/contract/shared-budgets.ts";
import { SharedBudgetTable } from "./shared-budget-table.tsx";

const addition = lazyLayer(() => import("./shared-budget-editor.tsx").then(({ AddSharedBudget }) => AddSharedBudget));

/** The budgets that keys, members, tags, end users and sessions of the workspace have. */
export function SharedBudgets({ mayChange }: { mayChange: boolean }) {
  const { id } = useShell().currentWorkspace;
  const [creating, setCreating] = useQueryState("create", parseAsBoolean.withDefault(false));
  const result = useQuery(query(listSharedBudgets, { params: { ref: id }, workspace: id }));
  const { data, error } = result;
  if (error && !data) {
    return (
      <Panel title="Shared budgets">
        <ApiErrorState title="The shared budgets could not be loaded" result={result} />
      </Panel>
    );
  }
  return (
    <Panel
      title="Shared budgets"
      description="What keys, members, tags, end users and sessions may spend"
      actions={
        mayChange && (
          <Button size="small" onClick={() => void setCreating(true)}>
            <Plus aria-hidden />
            Create shared budget
          </Button>
        )
      }
      flush
    >
      {!data && (
        <Loading label="shared budgets">
          {["first", "second"].map((row) => (
            <SkeletonRow key={row} bars={["w-40", "w-32", "w-24"]} className="px-4" />
          ))}
        </Loading>
      )}
      {data?.data.length === 0 && (
        <EmptyState
          sentence={
            mayChange
              ? "No shared budgets yet. One covers what a team, a project or each of your customers spends."
              : "No shared budget applies to you."
          }
        />
      )}
      {data && data.data.length > 0 && <SharedBudgetTable budgets={data.data} mayChange={mayChange} />}
      <LazyContent layer={addition} props={{ open: creating && mayChange, onClose: () => void setCreating(null) }} />
    </Panel>
  );
}

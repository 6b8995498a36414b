"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { TableSkeleton } from "#components/ui/feedback/table-skeleton.tsx";
import { query } from "#lib/api/query.ts";
import { listAlertRules } from "#lib/contract/alert-rules.ts";
import { listAlerts } from "#lib/contract/alerts.ts";
import { AlertTable } from "./alert-table.tsx";
import { useAlertView } from "./alert-view.ts";

const REFRESH_MS = 10_000;
const ROWS = ["w-72", "w-96", "w-64"];

/** The open alerts, newest first. */
export function OpenAlerts({ onCreate }: { onCreate: () => void }) {
  const { slug } = useShell().currentWorkspace;
  const alerts = useQuery({
    ...query(listAlerts, { query: { workspace_id: slug, state: "open", limit: 100 } }),
    refetchInterval: REFRESH_MS,
  });
  if (alerts.error && !alerts.data) {
    return <ApiErrorState title="The alerts could not be loaded" result={alerts} />;
  }
  if (!alerts.data) return <TableSkeleton label="alerts" rows={ROWS.map((width) => [width, "ml-auto w-24"])} />;
  if (alerts.data.data.length === 0) return <NothingOpen onCreate={onCreate} />;
  return <AlertTable caption="Open alerts" alerts={alerts.data.data} />;
}

/** No alert is open: either all is well, or nothing watches. */
function NothingOpen({ onCreate }: { onCreate: () => void }) {
  const { slug } = useShell().currentWorkspace;
  const { setView } = useAlertView();
  const { data } = useQuery(query(listAlertRules, { query: { workspace_id: slug, limit: 100 } }));
  if (!data) return <TableSkeleton label="alerts" rows={[["w-72"]]} />;
  const count = data.data.filter(({ enabled }) => enabled).length;
  if (count > 0) {
    return (
      <EmptyState
        sentence={`No open alerts. ${count === 1 ? "One rule watches" : `${count} rules watch`} this workspace.`}
        action={<Button onClick={() => void setView({ tab: "rules" })}>Show rules</Button>}
      />
    );
  }
  return (
    <EmptyState
      sentence="No rules watch this workspace yet. Add one for spending, errors, guardrails, keys or models."
      action={
        <Button onClick={onCreate}>
          <Plus aria-hidden />
          Add rule
        </Button>
      }
    />
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { usePermission } from "#components/shell/use-permission.ts";
import { Button } from "#components/ui/display/button.tsx";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { NoAccessPage } from "#components/ui/feedback/no-access-page.tsx";
import { PanelBoundary } from "#components/ui/feedback/panel-boundary.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { query } from "#lib/api/query.ts";
import { getSystem } from "#lib/contract/system.ts";
import { CircuitPanel } from "./circuit-panel.tsx";
import { JobPanel } from "./job-panel.tsx";
import { ProviderPanel } from "./provider-panel.tsx";
import type { System } from "./system.ts";
import { SystemFacts } from "./system-facts.tsx";

const ASK_EVERY_MS = 10_000;

const HEADER = {
  title: "System",
  description:
    "Status of the process that served this page. Processes that share a database each have their own circuit breakers, jobs and attempts.",
};

/** The gateway's health, for its operators. */
export function SystemView() {
  if (usePermission(getSystem)) return <OpenSystem />;
  return <NoAccessPage {...HEADER}>Only owners and admins can see the system status.</NoAccessPage>;
}

/** Refreshed every ten seconds while the page is visible. */
function OpenSystem() {
  const state = useQuery({ ...query(getSystem), refetchInterval: ASK_EVERY_MS });
  return (
    <>
      <PageHeader
        {...HEADER}
        action={
          <div className="flex items-center gap-2">
            {state.data && (
              <span className="text-muted text-xs">
                Updated <Time value={state.dataUpdatedAt} format="clock" />
              </span>
            )}
            <Button size="small" pending={state.isFetching} onClick={() => void state.refetch()}>
              <RotateCw aria-hidden />
              Refresh
            </Button>
          </div>
        }
      />
      {state.error && (
        <ApiErrorState
          title={state.data ? "The status could not be refreshed" : "The status could not be loaded"}
          result={state}
        />
      )}
      {state.data && <SystemPanels system={state.data.data} />}
      {!state.data && !state.error && <SystemSkeleton />}
    </>
  );
}

function SystemPanels({ system }: { system: System }) {
  return (
    <div className="flex flex-col gap-6">
      <PanelBoundary name="The process">
        <SystemFacts system={system} />
      </PanelBoundary>
      <PanelBoundary name="Providers">
        <ProviderPanel system={system} />
      </PanelBoundary>
      <PanelBoundary name="Circuit breakers">
        <CircuitPanel circuits={system.open_circuits} />
      </PanelBoundary>
      <PanelBoundary name="Jobs">
        <JobPanel jobs={system.jobs} />
      </PanelBoundary>
    </div>
  );
}

function SystemSkeleton() {
  return (
    <Loading label="the status" className="flex flex-col gap-6">
      <div className="grid gap-6 sm:grid-cols-2 xl:grid-cols-4">
        {["gateway", "database", "ledger", "storage"].map((name) => (
          <Skeleton key={name} className="h-40 rounded-lg" />
        ))}
      </div>
      <Skeleton className="h-48 rounded-lg" />
      <Skeleton className="h-72 rounded-lg" />
    </Loading>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { Pagination } from "#components/ui/display/pagination.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { TableSkeleton } from "#components/ui/feedback/table-skeleton.tsx";
import { query } from "#lib/api/query.ts";
import { listAlerts } from "#lib/contract/alerts.ts";
import { AlertTable } from "./alert-table.tsx";
import { DeliveryTable } from "./delivery-table.tsx";

/** Resolved alerts, and the messages that were sent. */
export function History() {
  return (
    <div className="flex flex-col gap-8">
      <ResolvedAlerts />
      <section className="flex flex-col gap-2">
        <h2 className="font-medium">Latest messages</h2>
        <DeliveryTable />
      </section>
    </div>
  );
}

function ResolvedAlerts() {
  const { slug } = useShell().currentWorkspace;
  const [page, setPage] = useState({ offset: 0, limit: 25 });
  const alerts = useQuery(query(listAlerts, { query: { workspace_id: slug, state: "resolved", ...page } }));
  if (alerts.error && !alerts.data) {
    return <ApiErrorState title="The alerts could not be loaded" result={alerts} />;
  }
  if (!alerts.data) return <TableSkeleton label="alerts" rows={[["w-72"], ["w-96"]]} />;
  const { data, total_count: total } = alerts.data;
  if (total === 0) return <EmptyState sentence="No resolved alerts yet." />;
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-medium">Resolved alerts</h2>
      <AlertTable caption="Resolved alerts" alerts={data} isPast />
      <Pagination {...page} total={total} onChange={setPage} noun="alerts" />
    </section>
  );
}

"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { usePermission } from "#components/shell/use-permission.ts";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { Pagination } from "#components/ui/display/pagination.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { NoAccessPage } from "#components/ui/feedback/no-access-page.tsx";
import { FilterChips } from "#components/ui/forms/filter-bar.tsx";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { query } from "#lib/api/query.ts";
import { listAudit } from "#lib/contract/audit.ts";
import { AuditFilterBar, useFilterNames } from "./audit-filter-bar.tsx";
import { AuditTable, AuditTableSkeleton } from "./audit-table.tsx";
import { auditChips, auditQuery, useAuditView } from "./use-audit-view.ts";

const auditPeek = lazyLayer(() => import("./audit-peek.tsx").then(({ AuditPeek }) => AuditPeek));

const HEADER = {
  title: "Audit log",
  description: "All administrative changes, newest first. Records cannot be edited or deleted.",
};

/** The organization's changes and their authors. */
export function AuditLog() {
  if (usePermission(listAudit)) return <OpenLog />;
  return <NoAccessPage {...HEADER}>Only owners and admins can see the audit log.</NoAccessPage>;
}

function OpenLog() {
  const { view } = useAuditView();
  const list = useAudit();
  const entry = list.data?.data.find(({ id }) => id === view.peek);
  return (
    <>
      <PageHeader {...HEADER} />
      <div className="flex flex-col gap-3">
        <AuditFilterBar />
        <AuditResults />
      </div>
      <LazyContent layer={auditPeek} props={{ open: view.peek !== null && list.data !== undefined, entry }} />
    </>
  );
}

function AuditResults() {
  const { view, narrow, clear, turn } = useAuditView();
  const list = useAudit();
  const chips = auditChips(view, narrow, useFilterNames());
  if (list.error && !list.data) {
    return <ApiErrorState title="The audit log could not be loaded" result={list} />;
  }
  if (!list.data) return <AuditTableSkeleton />;
  const { data: entries, total_count: total } = list.data;
  if (entries.length === 0) {
    return chips.length > 0 ? (
      <EmptyState sentence="No changes match." action={<FilterChips chips={chips} onClear={clear} />} />
    ) : (
      <EmptyState sentence="No changes yet. Anything that is created, changed or deleted appears here." />
    );
  }
  return (
    <>
      <AuditTable entries={entries} busy={list.isPlaceholderData} />
      <Pagination offset={view.offset} limit={view.limit} total={total} noun="changes" onChange={turn} />
    </>
  );
}

function useAudit() {
  const { view } = useAuditView();
  return useQuery({ ...query(listAudit, { query: auditQuery(view) }), placeholderData: keepPreviousData });
}

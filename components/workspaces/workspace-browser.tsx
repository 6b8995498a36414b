"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Pagination } from "#components/ui/display/pagination.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { TableSkeleton } from "#components/ui/feedback/table-skeleton.tsx";
import { query } from "#lib/api/query.ts";
import { listWorkspaces } from "#lib/contract/workspaces.ts";
import { WorkspaceTable } from "./workspace-table.tsx";

type Page = { offset: number; limit: number };

/** One page of workspaces, and every state of the list. */
export function WorkspaceBrowser({ page, onPage }: { page: Page; onPage: (page: Page) => void }) {
  const list = useQuery({ ...query(listWorkspaces, { query: page }), placeholderData: keepPreviousData });
  if (list.error && !list.data) {
    return <ApiErrorState title="The workspaces could not be loaded" result={list} />;
  }
  if (!list.data) return <ListSkeleton />;
  const { data, total_count: total } = list.data;
  if (total === 0) return <EmptyState sentence="You are not in any workspace yet. Ask an owner or admin to add you." />;
  return (
    <>
      <WorkspaceTable workspaces={data} busy={list.isPlaceholderData} />
      <Pagination {...page} total={total} noun="workspaces" onChange={onPage} />
    </>
  );
}

const ROWS = ["w-40", "w-32", "w-48"];

function ListSkeleton() {
  return <TableSkeleton label="workspaces" rows={ROWS.map((width) => [width, "w-24", "ml-auto w-28 max-sm:hidden"])} />;
}

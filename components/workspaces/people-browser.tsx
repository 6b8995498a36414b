"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Button } from "#components/ui/display/button.tsx";
import { Pagination } from "#components/ui/display/pagination.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { FilterBar, FilterChips } from "#components/ui/forms/filter-bar.tsx";
import { SearchInput } from "#components/ui/forms/search-input.tsx";
import { parseAsBoolean, parseAsInteger, parseAsString } from "#components/ui/hooks/query-parsers.ts";
import { useQueryState, useQueryStates } from "#components/ui/hooks/query-state.ts";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { queryAll } from "#lib/api/query-all.ts";
import { listWorkspaceMembers } from "#lib/contract/workspace-members.ts";
import { PeopleTable } from "./people-table.tsx";
import type { Workspace } from "./workspace.ts";

const addition = lazyLayer(() => import("./add-people.tsx").then((file) => file.AddPeople));

const VIEW = {
  q: parseAsString.withDefault(""),
  offset: parseAsInteger.withDefault(0),
  limit: parseAsInteger.withDefault(50),
};

/** The members of a workspace: search, table, pages, and every state of the list. */
export function PeopleBrowser({ workspace }: { workspace: Workspace }) {
  const list = useQuery(queryAll(listWorkspaceMembers, { params: { ref: workspace.id } }));
  const [view, setView] = useQueryStates(VIEW, { history: "replace" });
  const [adding, setAdding] = useQueryState("add", parseAsBoolean.withDefault(false));
  if (list.error && !list.data) {
    return <ApiErrorState title="The members could not be loaded" result={list} />;
  }
  const everyone = list.data?.data ?? [];
  const query = view.q.trim().toLowerCase();
  const shown = everyone.filter(({ name, email, role }) => `${name}\n${email}\n${role}`.toLowerCase().includes(query));
  const clear = () => void setView({ q: "", offset: 0 });
  const chips = view.q ? [{ id: "q", name: "Search", value: view.q, onRemove: clear }] : [];
  return (
    <section aria-labelledby="people" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="people" className="font-medium text-base">
          Members
        </h2>
        {!workspace.is_default && (
          <Button variant="filled" onClick={() => void setAdding(true)}>
            <Plus aria-hidden />
            Add members
          </Button>
        )}
      </div>
      {workspace.is_default && (
        <p className="text-muted text-sm">
          The default workspace includes every member of the organization. Manage them on the Members page.
        </p>
      )}
      {list.isPending && <Skeleton className="h-40" />}
      {list.data && everyone.length === 0 && (
        <EmptyState sentence="No members yet. Owners and admins always have access." />
      )}
      {everyone.length > 0 && (
        <>
          <FilterBar chips={chips} onClear={clear}>
            <SearchInput
              label="Search members"
              placeholder="Name, email or role"
              value={view.q}
              onValueChange={(q) => void setView({ q, offset: 0 })}
            />
          </FilterBar>
          {shown.length === 0 && (
            <EmptyState sentence="No members match." action={<FilterChips chips={chips} onClear={clear} />} />
          )}
        </>
      )}
      {shown.length > 0 && (
        <>
          <PeopleTable workspace={workspace} people={shown.slice(view.offset, view.offset + view.limit)} />
          <Pagination
            offset={view.offset}
            limit={view.limit}
            total={shown.length}
            noun="members"
            onChange={(page) => void setView(page, { history: "push" })}
          />
        </>
      )}
      {!workspace.is_default && list.data && (
        <LazyContent
          layer={addition}
          props={{ workspace, present: everyone, open: adding, onClose: () => void setAdding(null) }}
        />
      )}
    </section>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { Pagination } from "#components/ui/display/pagination.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { FilterBar, type FilterChip, FilterChips } from "#components/ui/forms/filter-bar.tsx";
import { SearchInput } from "#components/ui/forms/search-input.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { parseAsInteger, parseAsString, parseAsStringLiteral } from "#components/ui/hooks/query-parsers.ts";
import { useQueryStates } from "#components/ui/hooks/query-state.ts";
import { queryAll } from "#lib/api/query-all.ts";
import { listMembers } from "#lib/contract/members.ts";
import { formatCount } from "#lib/format.ts";
import { ROLES } from "#lib/roles.ts";
import { ListSkeleton } from "./list-skeleton.tsx";
import { MemberTable } from "./member-table.tsx";

const ANY = "any";
const VIEW = {
  q: parseAsString.withDefault(""),
  role: parseAsStringLiteral(ROLES),
  offset: parseAsInteger.withDefault(0),
  limit: parseAsInteger.withDefault(50),
};

/** The members: search, table, pages, and every state of the list. */
export function MemberBrowser() {
  const list = useQuery(queryAll(listMembers));
  const [view, setView] = useQueryStates(VIEW, { history: "replace" });
  if (list.error && !list.data) {
    return <ApiErrorState title="The members could not be loaded" result={list} />;
  }
  if (!list.data) return <ListSkeleton label="members" />;
  const { data: members, total_count: total } = list.data;
  const query = view.q.trim().toLowerCase();
  const shown = members.filter(
    ({ name, email, organization_role: role }) =>
      `${name}\n${email}`.toLowerCase().includes(query) && (!view.role || role === view.role),
  );
  const chips = chipsOf(view, (change) => void setView({ ...change, offset: 0 }));
  const clear = () => void setView({ q: "", role: null, offset: 0 });
  const owners = members.filter(({ organization_role: role }) => role === "owner").length;
  return (
    <>
      <FilterBar chips={chips} onClear={clear}>
        <SearchInput
          label="Search members"
          placeholder="Name or email"
          value={view.q}
          onValueChange={(q) => void setView({ q, offset: 0 })}
        />
        <Select
          aria-label="Role"
          className="w-36"
          value={view.role ?? ANY}
          onValueChange={(role) => void setView({ role: role === ANY ? null : role, offset: 0 })}
          options={[{ value: ANY, label: "Any role" }, ...ROLES.map((role) => ({ value: role, label: capital(role) }))]}
        />
      </FilterBar>
      {members.length < total && (
        <p className="text-muted text-sm">
          Showing {formatCount(members.length)} of {formatCount(total)} members. Search covers only these.
        </p>
      )}
      {shown.length === 0 ? (
        <EmptyState sentence="No members match." action={<FilterChips chips={chips} onClear={clear} />} />
      ) : (
        <>
          <MemberTable members={shown.slice(view.offset, view.offset + view.limit)} owners={owners} />
          <Pagination
            offset={view.offset}
            limit={view.limit}
            total={shown.length}
            noun="members"
            onChange={(page) => void setView(page, { history: "push" })}
          />
        </>
      )}
    </>
  );
}

type View = { q: string; role: (typeof ROLES)[number] | null };

function chipsOf({ q, role }: View, change: (view: Partial<View>) => void): FilterChip[] {
  const chips: FilterChip[] = [];
  if (q) chips.push({ id: "q", name: "Search", value: q, onRemove: () => change({ q: "" }) });
  if (role) chips.push({ id: "role", name: "Role", value: role, onRemove: () => change({ role: null }) });
  return chips;
}

function capital(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}

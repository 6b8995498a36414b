"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { Button } from "#components/ui/display/button.tsx";
import { Pagination } from "#components/ui/display/pagination.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { FilterChips } from "#components/ui/forms/filter-bar.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { parseAsInteger, parseAsStringLiteral } from "#components/ui/hooks/query-parsers.ts";
import { useQueryStates } from "#components/ui/hooks/query-state.ts";
import { query } from "#lib/api/query.ts";
import { listInvitations } from "#lib/contract/invitations.ts";
import { InvitationTable } from "./invitation-table.tsx";
import { ListSkeleton } from "./list-skeleton.tsx";

const STATUSES = ["pending", "accepted", "revoked", "expired"] as const;
const ANY = "any";
const VIEW = {
  status: parseAsStringLiteral(STATUSES),
  offset: parseAsInteger.withDefault(0),
  limit: parseAsInteger.withDefault(50),
};

/** The invitations: their status, pages, and every state of the list. */
export function InvitationBrowser({ onInvite }: { onInvite: () => void }) {
  const [view, setView] = useQueryStates(VIEW, { history: "push" });
  const { status, offset, limit } = view;
  const input = { query: { offset, limit, ...(status && { status }) } };
  const list = useQuery({ ...query(listInvitations, input), placeholderData: keepPreviousData });
  if (list.error && !list.data) {
    return <ApiErrorState title="The invitations could not be loaded" result={list} />;
  }
  if (!list.data) return <ListSkeleton label="invitations" />;
  const { data, total_count: total } = list.data;
  if (total === 0 && !status) return <NoInvitations onInvite={onInvite} />;
  const clear = () => void setView({ status: null, offset: 0 });
  const chips = status ? [{ id: "status", name: "Status", value: status, onRemove: clear }] : [];
  return (
    <>
      <Select
        aria-label="Status"
        className="w-40"
        value={status ?? ANY}
        onValueChange={(next) => void setView({ status: next === ANY ? null : next, offset: 0 })}
        options={[{ value: ANY, label: "Any status" }, ...STATUSES.map((one) => ({ value: one, label: capital(one) }))]}
      />
      {total === 0 ? (
        <EmptyState sentence="No invitations match." action={<FilterChips chips={chips} onClear={clear} />} />
      ) : (
        <>
          <InvitationTable invitations={data} busy={list.isPlaceholderData} />
          <Pagination {...{ offset, limit, total }} noun="invitations" onChange={(page) => void setView(page)} />
        </>
      )}
    </>
  );
}

function NoInvitations({ onInvite }: { onInvite: () => void }) {
  return (
    <EmptyState
      sentence="No invitations yet. An invitation is a link to share. Whoever opens it joins the organization."
      action={
        <Button onClick={onInvite}>
          <UserPlus aria-hidden />
          Invite
        </Button>
      }
    />
  );
}

function capital(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}

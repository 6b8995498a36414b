"use client";

import { useQuery } from "@tanstack/react-query";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { Pagination } from "#components/ui/display/pagination.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { Loading } from "#components/ui/feedback/skeleton.tsx";
import { SkeletonRow } from "#components/ui/feedback/table-skeleton.tsx";
import { parseAsInteger } from "#components/ui/hooks/query-parsers.ts";
import { useQueryStates } from "#components/ui/hooks/query-state.ts";
import { useRecordDialogs } from "#components/ui/overlays/record-dialogs.tsx";
import { query } from "#lib/api/query.ts";
import { listMemberCaps } from "#lib/contract/member-caps.ts";
import { formatUsd } from "#lib/format.ts";
import { CAP_DIALOGS } from "./cap-dialogs.ts";
import { CapTable } from "./cap-table.tsx";

const VIEW = { offset: parseAsInteger.withDefault(0), limit: parseAsInteger.withDefault(50) };

/** What each member may spend per day and month, and has spent. */
export function MemberCaps({ mayChange }: { mayChange: boolean }) {
  const { id } = useShell().currentWorkspace;
  const [view, setView] = useQueryStates(VIEW, { history: "replace" });
  const { edit } = useRecordDialogs(CAP_DIALOGS);
  const result = useQuery(query(listMemberCaps, { params: { ref: id }, query: view, workspace: id }));
  const { data, error } = result;
  if (error && !data) {
    return (
      <Panel title="Member caps">
        <ApiErrorState title="The caps could not be loaded" result={result} />
      </Panel>
    );
  }
  const standard = data?.default;
  return (
    <Panel
      title="Member caps"
      description={data && `Periods start at 00:00 ${data.time_zone}`}
      actions={
        mayChange &&
        standard && (
          <Button
            size="small"
            onClick={() =>
              edit({ id: null, name: "all members", isDefault: false, daily: null, monthly: null, ...standard })
            }
          >
            Change default
          </Button>
        )
      }
      flush
    >
      {!data && (
        <Loading label="member caps">
          {["first", "second", "third"].map((row) => (
            <SkeletonRow key={row} bars={["w-40", "w-32", "w-32"]} className="px-4" />
          ))}
        </Loading>
      )}
      {standard && (
        <p className="border-b px-4 py-2.5 text-muted text-sm">
          {standard.daily_usd === null && standard.monthly_usd === null
            ? "No default: members without their own caps are limited only by other budgets."
            : `Default: ${amountOf(standard.daily_usd)} a day, ${amountOf(standard.monthly_usd)} a month.`}
        </p>
      )}
      {data?.data.length === 0 && <EmptyState sentence="No members in this workspace yet." />}
      {data && data.data.length > 0 && (
        <>
          <CapTable members={data.data} mayChange={mayChange} />
          {data.total_count > data.data.length && (
            <Pagination
              offset={view.offset}
              limit={view.limit}
              total={data.total_count}
              noun="members"
              onChange={(page) => void setView(page, { history: "push" })}
            />
          )}
        </>
      )}
    </Panel>
  );
}

function amountOf(usd: number | null): string {
  return usd === null ? "no cap" : formatUsd(usd);
}

"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Pagination } from "#components/ui/display/pagination.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { TableSkeleton } from "#components/ui/feedback/table-skeleton.tsx";
import { query } from "#lib/api/query.ts";
import { getChargeback } from "#lib/contract/chargeback.ts";
import { ChargebackTable } from "./chargeback-table.tsx";
import { ChargebackTotals } from "./chargeback-totals.tsx";
import { useChargebackView } from "./chargeback-view.ts";
import { monthName } from "./months.ts";

const BARS = ["w-40", "w-56", "w-48", "w-52"].map((width) => ["w-24", width, "w-32", "w-20"]);

/** The totals of a month, and its lines page by page. */
export function ChargebackReport({ month, workspace }: { month: string | undefined; workspace: string | undefined }) {
  const [view, setView] = useChargebackView();
  const page = { offset: view.offset, limit: view.limit };
  const result = useQuery({
    ...query(getChargeback, { query: { month, workspace_id: workspace, by: view.by, ...page } }),
    enabled: month !== undefined,
    placeholderData: keepPreviousData,
  });
  const { data, error, isPlaceholderData } = result;
  if (error && !data) {
    return <ApiErrorState title="The report could not be loaded" result={result} />;
  }
  if (!data) {
    return (
      <TableSkeleton label="report" rows={BARS}>
        <Skeleton className="mb-6 h-20 w-full" />
      </TableSkeleton>
    );
  }
  if (data.total_count === 0) return <EmptyState sentence={`No requests in ${monthName(data.month)}.`} />;
  return (
    <div className="flex flex-col gap-6">
      <ChargebackTotals totals={data.totals} isComplete={data.is_complete} />
      <div className="flex flex-col gap-2">
        {view.by === "tag" && (
          <p className="text-muted text-xs">
            A request with several tags appears on the line of each tag, so the lines add up to more than the totals
            above.
          </p>
        )}
        <ChargebackTable lines={data.data} busy={isPlaceholderData} />
        <Pagination {...page} total={data.total_count} noun="lines" onChange={(next) => void setView(next)} />
      </div>
    </div>
  );
}

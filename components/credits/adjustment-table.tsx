"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import type { z } from "zod";
import { Money } from "#components/ui/display/money.tsx";
import { Pagination } from "#components/ui/display/pagination.tsx";
import { RowTime } from "#components/ui/display/row-time.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/display/table.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { TableSkeleton } from "#components/ui/feedback/table-skeleton.tsx";
import { query } from "#lib/api/query.ts";
import { listCreditAdjustments } from "#lib/contract/credits.ts";
import { usdColumn } from "#lib/usd-column.ts";
import { useAdjustmentView } from "./adjustment-view.ts";
import { useAuthors } from "./use-authors.ts";

// Lazy, because it is only shown before the first adjustment.
const NoAdjustments = lazy(() => import("./no-adjustments.tsx").then((file) => ({ default: file.NoAdjustments })));

type Adjustment = z.output<typeof listCreditAdjustments.response>["data"][number];

/** Every change of the credits, with its reason and author. */
export function AdjustmentTable() {
  const [view, setView] = useAdjustmentView();
  const page = { offset: view.offset, limit: view.limit };
  const result = useQuery({
    ...query(listCreditAdjustments, { query: page }),
    placeholderData: keepPreviousData,
  });
  const { data, error, isPlaceholderData } = result;
  return (
    <div className="flex flex-col gap-2">
      <h2 className="font-medium text-base">Grants and corrections</h2>
      {error && !data ? (
        <ApiErrorState title="The adjustments could not be loaded" result={result} />
      ) : !data ? (
        <AdjustmentSkeleton />
      ) : data.total_count === 0 ? (
        <Suspense fallback={<AdjustmentSkeleton />}>
          <NoAdjustments />
        </Suspense>
      ) : (
        <>
          <Rows rows={data.data} busy={isPlaceholderData} />
          <Pagination {...page} total={data.total_count} noun="adjustments" onChange={(next) => void setView(next)} />
        </>
      )}
    </div>
  );
}

function Rows({ rows, busy }: { rows: readonly Adjustment[]; busy: boolean }) {
  const authorOf = useAuthors();
  const amounts = usdColumn(rows.map((row) => row.amount));
  return (
    <Table caption="Grants and corrections" busy={busy} className="max-md:table-fixed">
      <TableHead>
        <TableHeader>Time</TableHeader>
        <TableHeader>Kind</TableHeader>
        <TableHeader numeric>Amount</TableHeader>
        <TableHeader>Reason</TableHeader>
        <TableHeader>Author</TableHeader>
      </TableHead>
      <TableBody>
        {rows.map((row, index) => (
          <TableRow key={row.id}>
            <TableCell line="first">
              <RowTime value={row.created_at} above={rows[index - 1]?.created_at} />
            </TableCell>
            <TableCell>
              <Badge>{row.kind}</Badge>
            </TableCell>
            <TableCell numeric line="first">
              {row.amount > 0 && "+"}
              <Money usd={row.amount} column={amounts} />
            </TableCell>
            <TableCell
              className="w-full max-w-0 truncate max-md:max-w-full max-md:whitespace-normal"
              title={row.reason}
            >
              {row.reason}
            </TableCell>
            <TableCell>{authorOf(row)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function AdjustmentSkeleton() {
  return <TableSkeleton label="adjustments" rows={["w-40", "w-56", "w-48"].map((width) => ["w-32", "w-16", width])} />;
}

"use client";

import { Suspense, useCallback, useMemo, useRef } from "react";
import { useRowShortcuts } from "#components/shell/commands/row-shortcuts.ts";
import { TableBody } from "#components/ui/display/table.tsx";
import { Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { TableSkeleton } from "#components/ui/feedback/table-skeleton.tsx";
import { usdColumn } from "#lib/usd-column.ts";
import { type LogRow, useLogView } from "../use-log-view.ts";
import { ColumnTable } from "./column-table.tsx";
import { columnOf, FLEXIBLE_WIDTH, TIME_WIDTH } from "./log-columns.ts";
import { LogTableRow } from "./log-table-row.tsx";
import { useLogColumns } from "./use-log-columns.ts";
import { WindowedRows } from "./windowed-rows-lazy.ts";

/** Up to this many rows are drawn without noticeable delay; of more, only those near the visible part. */
const MOST_DRAWN = 200;

type LogTableProps = { rows: readonly LogRow[]; busy: boolean };

/** Calls, newest first; a row opens its panel. */
export function LogTable({ rows, busy }: LogTableProps) {
  useRowShortcuts();
  const { view, peek } = useLogView();
  const { shown } = useLogColumns();
  const costs = useMemo(() => usdColumn(rows.map((row) => row.cost)), [rows]);
  const latest = useRef(peek);
  latest.current = peek;
  const open = useCallback((id: string) => latest.current(id), []);
  const draw = (index: number, windowed?: { ref?: (row: Element | null) => void }) => {
    const row = rows[index];
    if (!row) return null;
    const above = rows[index - 1]?.created_at;
    const isOpen = view.peek === row.id;
    return (
      <LogTableRow
        key={row.id}
        {...{ row, above, costs, isOpen, open, shown }}
        {...(windowed && { ...windowed, index })}
      />
    );
  };
  const all = () => <TableBody>{rows.map((_, index) => draw(index))}</TableBody>;
  return (
    <ColumnTable
      caption="Requests"
      busy={busy}
      columns={[{ label: "Time", width: TIME_WIDTH }, ...shown.map(columnOf)]}
      flexibleWidth={FLEXIBLE_WIDTH}
      rowCount={rows.length > MOST_DRAWN ? rows.length + 1 : undefined}
    >
      {rows.length > MOST_DRAWN ? (
        <Suspense fallback={all()}>
          <WindowedRows rows={rows} openId={view.peek} draw={draw} />
        </Suspense>
      ) : (
        all()
      )}
    </ColumnTable>
  );
}

const ROWS = ["w-40", "w-32", "w-48", "w-36", "w-44", "w-40", "w-32", "w-48"];

/** Placeholder with the table's real layout. */
export function LogTableSkeleton() {
  return (
    <TableSkeleton
      label="requests"
      slowHint="Try a shorter time range."
      rows={ROWS.map((width) => ["w-40", "w-16", width, "ml-auto w-24 max-sm:hidden"])}
    >
      {/* The line of Live, Columns and Export, and the gap below it. */}
      <div className="mb-3 flex h-7 items-center gap-2 pointer-coarse:h-11">
        <Skeleton className="w-16" />
        <Skeleton className="ml-auto h-7 w-24" />
        <Skeleton className="h-7 w-20" />
      </div>
    </TableSkeleton>
  );
}

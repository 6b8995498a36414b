"use client";

import { useMemo } from "react";
import { useRowShortcuts } from "#components/shell/commands/row-shortcuts.ts";
import { Button } from "#components/ui/display/button.tsx";
import { TableBody } from "#components/ui/display/table.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { TableSkeleton } from "#components/ui/feedback/table-skeleton.tsx";
import { usdColumn } from "#lib/usd-column.ts";
import { useLogChips } from "../filters/log-filter-bar.tsx";
import { ColumnTable } from "../table/column-table.tsx";
import { RowPages } from "../table/row-pages.tsx";
import type { LogSelection } from "../use-log-selection.ts";
import { useLogView } from "../use-log-view.ts";
import { AttemptFilters } from "./attempt-filters.tsx";
import { AttemptRow } from "./attempt-row.tsx";
import { type Attempt, useAttempts } from "./use-attempts.ts";

/** The attempts of the selected requests, one per row; a row opens its request. */
export function AttemptList({ selection }: { selection: LogSelection }) {
  return (
    <>
      <AttemptFilters />
      <Attempts selection={selection} />
    </>
  );
}

function Attempts({ selection }: { selection: LogSelection }) {
  const { pages, attempts } = useAttempts(selection);
  return (
    <RowPages
      noun="attempts"
      pages={pages}
      rows={attempts.length}
      skeleton={<AttemptsSkeleton />}
      empty={<NoAttempts />}
    >
      <AttemptTable attempts={attempts} busy={pages.isPlaceholderData} />
    </RowPages>
  );
}

const COLUMNS = [
  { label: "Time", width: 132 },
  { label: "Attempt", width: 72 },
  { label: "Status", width: 148 },
  { label: "Provider", width: 112 },
  { label: "Credential", width: 136 },
  { label: "Model" },
  { label: "Ended because", width: 208 },
  { label: "Latency", width: 76, isNumeric: true },
  { label: "Cost", width: 84, isNumeric: true },
];

function AttemptTable({ attempts, busy }: { attempts: readonly Attempt[]; busy: boolean }) {
  useRowShortcuts();
  const { view, peek } = useLogView();
  const costs = useMemo(() => usdColumn(attempts.map(({ cost }) => cost)), [attempts]);
  return (
    <ColumnTable caption="Attempts" busy={busy} columns={COLUMNS} flexibleWidth={144}>
      <TableBody>
        {attempts.map((attempt, index) => (
          <AttemptRow
            key={`${attempt.generation_id} ${attempt.number}`}
            attempt={attempt}
            above={attempts[index - 1]?.created_at}
            costs={costs}
            isOpen={view.peek === attempt.generation_id}
            open={peek}
          />
        ))}
      </TableBody>
    </ColumnTable>
  );
}

function NoAttempts() {
  const { view, clear } = useLogView();
  const isFiltered = useLogChips().length > 0 || view.attemptProvider !== null || view.attemptOutcome !== null;
  return (
    <EmptyState
      sentence={isFiltered ? "No attempts match in this time range." : "No attempts in this time range."}
      {...(isFiltered && { action: <Button onClick={clear}>Clear all filters</Button> })}
    />
  );
}

const ROWS = ["w-24", "w-32", "w-28", "w-40", "w-24", "w-32", "w-36", "w-28"];

function AttemptsSkeleton() {
  return (
    <TableSkeleton
      label="attempts"
      slowHint="Try a shorter time range."
      rows={ROWS.map((width) => ["w-28", "w-16", width, "ml-auto w-24 max-sm:hidden"])}
    />
  );
}

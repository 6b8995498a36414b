"use client";

import { type CSSProperties, useMemo } from "react";
import { useRowShortcuts } from "#components/shell/commands/row-shortcuts.ts";
import { Button } from "#components/ui/display/button.tsx";
import { Table, TableBody, TableHead, TableHeader } from "#components/ui/display/table.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { TableSkeleton } from "#components/ui/feedback/table-skeleton.tsx";
import { usdColumn } from "#lib/usd-column.ts";
import { useLogChips } from "../filters/log-filter-bar.tsx";
import { OlderRequests } from "../table/older-requests.tsx";
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
  if (pages.error && !pages.data) {
    return (
      <ApiErrorState
        title="The attempts could not be loaded"
        error={pages.error}
        onRetry={pages.refetch}
        retrying={pages.isFetching}
      />
    );
  }
  if (!pages.data) return <AttemptsSkeleton />;
  if (attempts.length === 0) return <NoAttempts />;
  return (
    <>
      <AttemptTable attempts={attempts} busy={pages.isPlaceholderData} />
      <OlderRequests
        noun="attempts"
        rows={attempts.length}
        hasMore={pages.hasNextPage}
        isLoading={pages.isFetchingNextPage}
        hasFailed={pages.isFetchNextPageError}
        onLoad={() => void pages.fetchNextPage()}
      />
    </>
  );
}

/** Columns with their widths in px; one without takes the space that remains. */
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
] as const;

/** The fixed columns, and 144 px for the other one. */
const LEAST_WIDTH = COLUMNS.reduce((sum, column) => sum + ("width" in column ? column.width : 144), 0);

function AttemptTable({ attempts, busy }: { attempts: readonly Attempt[]; busy: boolean }) {
  useRowShortcuts();
  const { view, peek } = useLogView();
  const costs = useMemo(() => usdColumn(attempts.map(({ cost }) => cost)), [attempts]);
  return (
    <div style={{ "--least": `${LEAST_WIDTH}px` } as CSSProperties}>
      <Table caption="Attempts" busy={busy} className="md:min-w-(--least) md:table-fixed">
        <colgroup className="max-md:hidden">
          {COLUMNS.map((column) => (
            <col key={column.label} style={{ width: "width" in column ? column.width : undefined }} />
          ))}
        </colgroup>
        <TableHead>
          {COLUMNS.map((column) => (
            <TableHeader key={column.label} numeric={"isNumeric" in column}>
              {column.label}
            </TableHeader>
          ))}
        </TableHead>
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
      </Table>
    </div>
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

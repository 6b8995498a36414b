"use client";

import { type CSSProperties, useMemo } from "react";
import { useRowShortcuts } from "#components/shell/commands/row-shortcuts.ts";
import { usePersonNames } from "#components/shell/use-person-names.ts";
import { Link } from "#components/ui/display/link.tsx";
import { Table, TableBody, TableHead, TableHeader } from "#components/ui/display/table.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { TableSkeleton } from "#components/ui/feedback/table-skeleton.tsx";
import { FilterChips } from "#components/ui/forms/filter-bar.tsx";
import { usdColumn } from "#lib/usd-column.ts";
import { useLogChips } from "../filters/log-filter-bar.tsx";
import { OlderRequests } from "../table/older-requests.tsx";
import type { LogSelection } from "../use-log-selection.ts";
import { useLogView } from "../use-log-view.ts";
import { SessionRow } from "./session-row.tsx";
import { type Session, useSessions } from "./use-sessions.ts";

/** The sessions of the selected requests, one per row; a row opens its timeline. */
export function SessionList({ selection }: { selection: LogSelection }) {
  const { pages, sessions } = useSessions(selection);
  if (pages.error && !pages.data) {
    return (
      <ApiErrorState
        title="The sessions could not be loaded"
        error={pages.error}
        onRetry={pages.refetch}
        retrying={pages.isFetching}
      />
    );
  }
  if (!pages.data) return <SessionsSkeleton />;
  if (sessions.length === 0 && !pages.hasNextPage) return <NoSessions />;
  return (
    <>
      <SessionTable sessions={sessions} busy={pages.isPlaceholderData} />
      <OlderRequests
        noun="sessions"
        rows={sessions.length}
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
  { label: "Last request", width: 132 },
  { label: "Agent", width: 136 },
  { label: "Sent by", width: 120 },
  { label: "Repository" },
  { label: "Models", width: 124 },
  { label: "Turns", width: 56, isNumeric: true },
  { label: "Tools", width: 56, isNumeric: true },
  { label: "Tokens in / out", width: 116, isNumeric: true },
  { label: "Cached", width: 68, isNumeric: true },
  { label: "Cost", width: 84, isNumeric: true },
  { label: "Duration", width: 84, isNumeric: true },
  { label: "Errors", width: 60, isNumeric: true },
] as const;

/** The fixed columns, and 112 px for the other one. */
const LEAST_WIDTH = COLUMNS.reduce((sum, column) => sum + ("width" in column ? column.width : 112), 0);

function SessionTable({ sessions, busy }: { sessions: readonly Session[]; busy: boolean }) {
  useRowShortcuts();
  const { openTimeline } = useLogView();
  const nameOfPerson = usePersonNames(true);
  const costs = useMemo(() => usdColumn(sessions.map(({ cost }) => cost)), [sessions]);
  return (
    <div style={{ "--least": `${LEAST_WIDTH}px` } as CSSProperties}>
      <Table caption="Sessions" busy={busy} className="md:min-w-(--least) md:table-fixed">
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
          {sessions.map((session, index) => (
            <SessionRow
              key={session.session_id}
              session={session}
              above={sessions[index - 1]?.last_request_at}
              costs={costs}
              nameOfPerson={nameOfPerson}
              open={openTimeline}
            />
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

function NoSessions() {
  const { clear } = useLogView();
  const chips = useLogChips();
  if (chips.length > 0) {
    return (
      <EmptyState
        sentence="No sessions match in this time range."
        action={<FilterChips chips={chips} onClear={clear} />}
      />
    );
  }
  return (
    <EmptyState
      sentence="No sessions in this time range. Claude Code, Codex, opencode and pi send a session ID; other clients can send one in the header X-Session-Id."
      action={
        <Link href="/docs/logs" className="text-accent-ink text-sm underline">
          Guide to sessions
        </Link>
      }
    />
  );
}

const ROWS = ["w-32", "w-24", "w-40", "w-28", "w-36", "w-32", "w-24", "w-40"];

function SessionsSkeleton() {
  return (
    <TableSkeleton
      label="sessions"
      slowHint="Try a shorter time range."
      rows={ROWS.map((width) => ["w-28", width, "w-32", "ml-auto w-24 max-sm:hidden"])}
    />
  );
}

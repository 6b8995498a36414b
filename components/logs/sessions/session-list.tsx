"use client";

import { useMemo } from "react";
import { useRowShortcuts } from "#components/shell/commands/row-shortcuts.ts";
import { usePersonNames } from "#components/shell/use-person-names.ts";
import { Link } from "#components/ui/display/link.tsx";
import { TableBody } from "#components/ui/display/table.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { TableSkeleton } from "#components/ui/feedback/table-skeleton.tsx";
import { FilterChips } from "#components/ui/forms/filter-bar.tsx";
import { usdColumn } from "#lib/usd-column.ts";
import { useLogChips } from "../filters/log-filter-bar.tsx";
import { ColumnTable } from "../table/column-table.tsx";
import { RowPages } from "../table/row-pages.tsx";
import type { LogSelection } from "../use-log-selection.ts";
import { useLogView } from "../use-log-view.ts";
import { SessionRow } from "./session-row.tsx";
import { type Session, useSessions } from "./use-sessions.ts";

/** The sessions of the selected requests, one per row; a row opens its timeline. */
export function SessionList({ selection }: { selection: LogSelection }) {
  const { pages, sessions } = useSessions(selection);
  return (
    <RowPages
      noun="sessions"
      pages={pages}
      rows={sessions.length}
      skeleton={<SessionsSkeleton />}
      empty={<NoSessions />}
    >
      <SessionTable sessions={sessions} busy={pages.isPlaceholderData} />
    </RowPages>
  );
}

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
];

function SessionTable({ sessions, busy }: { sessions: readonly Session[]; busy: boolean }) {
  useRowShortcuts();
  const { openTimeline } = useLogView();
  const nameOfPerson = usePersonNames(true);
  const costs = useMemo(() => usdColumn(sessions.map(({ cost }) => cost)), [sessions]);
  return (
    <ColumnTable caption="Sessions" busy={busy} columns={COLUMNS} flexibleWidth={112}>
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
    </ColumnTable>
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
      sentence="No sessions in this time range. Claude Code, Codex, opencode, Kilo Code, goose and Grok Build send a session ID; other clients can send one in the header X-Session-Id."
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

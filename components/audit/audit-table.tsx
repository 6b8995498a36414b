"use client";

import { useRowShortcuts } from "#components/shell/commands/row-shortcuts.ts";
import { RowTime } from "#components/ui/display/row-time.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/display/table.tsx";
import { TableSkeleton } from "#components/ui/feedback/table-skeleton.tsx";
import { differencesOf } from "./differences.ts";
import { type AuditEntry, useAuditView } from "./use-audit-view.ts";

/** One page of the log; a row opens its panel. */
export function AuditTable({ entries, busy }: { entries: readonly AuditEntry[]; busy: boolean }) {
  useRowShortcuts();
  return (
    <Table caption="Changes" busy={busy}>
      <TableHead>
        <TableHeader>Time</TableHeader>
        <TableHeader>Action</TableHeader>
        <TableHeader>Target</TableHeader>
        <TableHeader>Actor</TableHeader>
        <TableHeader className="max-xl:hidden">Changed</TableHeader>
        <TableHeader className="max-xl:hidden">IP address</TableHeader>
      </TableHead>
      <TableBody>
        {entries.map((entry, index) => (
          <Row key={entry.id} entry={entry} above={entries[index - 1]?.created_at} />
        ))}
      </TableBody>
    </Table>
  );
}

function Row({ entry, above }: { entry: AuditEntry; above: string | undefined }) {
  const { view, peek } = useAuditView();
  return (
    <TableRow selected={view.peek === entry.id}>
      <TableCell line="first">
        <a
          data-row
          href={`?peek=${entry.id}`}
          className="py-1 hover:underline"
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey) return;
            event.preventDefault();
            peek(entry.id);
          }}
        >
          <RowTime value={entry.created_at} above={above} />
        </a>
      </TableCell>
      <TableCell mono line="first">
        {entry.action}
      </TableCell>
      <TableCell className="max-w-72 truncate">{entry.target.name ?? entry.target.type}</TableCell>
      <TableCell className="max-w-64 truncate">
        {entry.actor.name}
        {entry.actor.type === "key" && <span className="text-muted text-xs"> key</span>}
      </TableCell>
      <TableCell mono line="hidden" className="max-w-64 truncate text-muted max-xl:hidden">
        {describeChange(entry)}
      </TableCell>
      <TableCell mono line="hidden" className="max-xl:hidden">
        {entry.address}
      </TableCell>
    </TableRow>
  );
}

/** Names the changed values; nothing for a created or deleted record, where all of them changed. */
function describeChange({ before, after }: AuditEntry): string {
  if (before === null || after === null) return "";
  return differencesOf(before, after)
    .changed.map(({ path }) => path)
    .filter((path) => path !== "updated_at")
    .join(", ");
}

const ROWS = ["w-40", "w-32", "w-48", "w-36", "w-44", "w-40", "w-32", "w-48"];

/** Placeholder with the table's real layout. */
export function AuditTableSkeleton() {
  return (
    <TableSkeleton label="changes" rows={ROWS.map((width) => ["w-44", "w-28", width, "ml-auto w-32 max-sm:hidden"])} />
  );
}

"use client";

import { Radio } from "lucide-react";
import { useRowShortcuts } from "#components/shell/commands/row-shortcuts.ts";
import { Money } from "#components/ui/display/money.tsx";
import { RowTime } from "#components/ui/display/row-time.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/display/table.tsx";
import { TableSkeleton } from "#components/ui/feedback/table-skeleton.tsx";
import { formatCompact, formatCount } from "#lib/format.ts";
import { formatDuration } from "#lib/format-time.ts";
import { REJECTION_WORDS } from "#lib/rejection-words.ts";
import { type UsdColumn, usdColumn } from "#lib/usd-column.ts";
import { LogStatus } from "./log-status.tsx";
import { type LogRow, useLogView } from "./use-log-view.ts";

type LogTableProps = { rows: readonly LogRow[]; busy: boolean };

/** Calls, newest first; a row opens its panel. */
export function LogTable({ rows, busy }: LogTableProps) {
  useRowShortcuts();
  const costs = usdColumn(rows.map((row) => row.cost));
  return (
    <Table caption="Requests" busy={busy}>
      <TableHead>
        <TableHeader>Time</TableHeader>
        <TableHeader>Status</TableHeader>
        <TableHeader>Model</TableHeader>
        <TableHeader className="max-xl:hidden">Key</TableHeader>
        <TableHeader numeric>Tokens in / out</TableHeader>
        <TableHeader numeric>Cost</TableHeader>
        <TableHeader numeric>First token</TableHeader>
        <TableHeader numeric>Total</TableHeader>
      </TableHead>
      <TableBody>
        {rows.map((row, index) => (
          <Row key={row.id} row={row} above={rows[index - 1]?.created_at} costs={costs} />
        ))}
      </TableBody>
    </Table>
  );
}

type RowProps = { row: LogRow; above: string | undefined; costs: UsdColumn };

function Row({ row, above, costs }: RowProps) {
  const { view, peek } = useLogView();
  return (
    <TableRow selected={view.peek === row.id}>
      <TableCell line="first">
        <a
          data-row
          href={`?peek=${encodeURIComponent(row.id)}`}
          className="py-1 hover:underline"
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey) return;
            event.preventDefault();
            peek(row.id);
          }}
        >
          <RowTime value={row.created_at} above={above} />
        </a>
      </TableCell>
      <TableCell line="first">
        <LogStatus row={row} />
      </TableCell>
      <TableCell className="max-w-72">
        <span className="flex min-w-0 items-center gap-1.5">
          <span className="truncate">{row.model || "–"}</span>
          {row.rejection && <RejectionWord rejection={row.rejection} />}
          {row.provider_name && <span className="shrink-0 text-muted text-xs">→ {row.provider_name}</span>}
          {countWords(row) && <span className="shrink-0 text-muted text-xs">{countWords(row)}</span>}
          {row.streamed && <Radio className="size-3 shrink-0 text-muted" aria-label="streamed" />}
        </span>
      </TableCell>
      <TableCell className="max-w-36 max-xl:hidden" line="hidden">
        <span dir="auto" title={row.api_key_name ?? undefined} className="block truncate text-left">
          {keyOf(row)}
        </span>
      </TableCell>
      <TableCell numeric line="hidden">
        <span title={`${formatCount(row.tokens_prompt)} in, ${formatCount(row.tokens_completion)} out`}>
          {formatCompact(row.tokens_prompt)} / {formatCompact(row.tokens_completion)}
        </span>
      </TableCell>
      <TableCell numeric>
        <Money usd={row.cost} column={costs} />
      </TableCell>
      <TableCell numeric line="hidden">
        {formatDuration(row.latency)}
      </TableCell>
      <TableCell numeric>{formatDuration(row.generation_time)}</TableCell>
    </TableRow>
  );
}

function RejectionWord({ rejection }: { rejection: NonNullable<LogRow["rejection"]> }) {
  const { reason, requests } = rejection;
  return (
    <span className="shrink-0 text-warn text-xs">
      {REJECTION_WORDS[reason]}
      {requests > 1 && ` × ${formatCount(requests)}`}
    </span>
  );
}

function keyOf({ api_key_hash: hash, api_key_name: name }: LogRow): string {
  return name ?? (hash ? `${hash.slice(0, 8)}…` : "Console session");
}

const ROWS = ["w-40", "w-32", "w-48", "w-36", "w-44", "w-40", "w-32", "w-48"];

/** Placeholder with the table's real layout. */
export function LogTableSkeleton() {
  return (
    <TableSkeleton
      label="requests"
      slowHint="Try a shorter time range."
      rows={ROWS.map((width) => ["w-40", "w-16", width, "ml-auto w-24 max-sm:hidden"])}
    />
  );
}

/** Each step of a loop is an attempt too. */
function countWords({ attempts, steps }: { attempts: number; steps: number }): string | undefined {
  if (steps > 1) return `${steps} steps`;
  return attempts > 1 ? `${attempts} attempts` : undefined;
}

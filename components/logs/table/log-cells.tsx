import { Radio } from "lucide-react";
import type { ReactNode } from "react";
import { Money } from "#components/ui/display/money.tsx";
import { TableCell } from "#components/ui/display/table.tsx";
import { formatCompact, formatCount } from "#lib/format.ts";
import { formatDuration } from "#lib/format-time.ts";
import { agentName } from "#lib/generations/agents.ts";
import { REJECTION_WORDS } from "#lib/rejection-words.ts";
import type { UsdColumn } from "#lib/usd-column.ts";
import { LogStatus } from "../log-status.tsx";
import type { LogRow } from "../use-log-view.ts";
import type { ColumnId } from "./log-columns.ts";

type CellProps = { row: LogRow; costs: UsdColumn };

/** The cell of each column. Below 768 px, only those of the default view that matter most have room. */
export const LOG_CELLS: Record<ColumnId, (props: CellProps) => ReactNode> = {
  status: ({ row }) => (
    <TableCell line="first">
      <LogStatus row={row} />
    </TableCell>
  ),
  model: ({ row }) => <ModelCell row={row} />,
  provider: ({ row }) => <TextCell text={row.provider_name} />,
  operation: ({ row }) => <TextCell text={row.operation} />,
  key: ({ row }) => <TextCell text={keyOf(row)} />,
  user: ({ row }) => <TextCell text={row.external_user} />,
  tags: ({ row }) => <TextCell text={row.tags.join(", ") || null} />,
  session: ({ row }) => <TextCell text={row.session_id} />,
  agent: ({ row }) => <TextCell text={row.agent && agentName(row.agent)} />,
  repository: ({ row }) => <TextCell text={row.repository} />,
  attempts: ({ row }) => <NumberCell text={formatCount(row.attempts)} />,
  tokens: ({ row }) => (
    <NumberCell
      text={`${formatCompact(row.tokens_prompt)} / ${formatCompact(row.tokens_completion)}`}
      title={`${formatCount(row.tokens_prompt)} in, ${formatCount(row.tokens_completion)} out`}
    />
  ),
  cached: ({ row }) => <NumberCell text={formatCount(row.tokens_cached)} />,
  tools: ({ row }) => <NumberCell text={formatCount(row.tool_calls)} />,
  cost: ({ row, costs }) => (
    <TableCell numeric>
      <Money usd={row.cost} column={costs} />
    </TableCell>
  ),
  first: ({ row }) => <NumberCell text={formatDuration(row.latency)} />,
  total: ({ row }) => <TableCell numeric>{formatDuration(row.generation_time)}</TableCell>,
  finish: ({ row }) => <TextCell text={row.finish_reason} />,
};

function TextCell({ text }: { text: string | null }) {
  return (
    <TableCell line="hidden">
      <span dir="auto" title={text ?? undefined} className="block truncate text-left">
        {text ?? "–"}
      </span>
    </TableCell>
  );
}

function NumberCell({ text, title }: { text: string; title?: string }) {
  return (
    <TableCell numeric line="hidden">
      <span title={title}>{text}</span>
    </TableCell>
  );
}

function ModelCell({ row }: { row: LogRow }) {
  return (
    <TableCell className="max-w-72">
      <span className="flex min-w-0 items-center gap-1.5">
        <span className="truncate">{row.model || "–"}</span>
        {row.rejection && <RejectionWord rejection={row.rejection} />}
        {row.provider_name && <span className="shrink-0 text-muted text-xs">→ {row.provider_name}</span>}
        {row.from_cache && <span className="shrink-0 text-muted text-xs">from the cache</span>}
        {countWords(row) && <span className="shrink-0 text-muted text-xs">{countWords(row)}</span>}
        {row.streamed && <Radio className="size-3 shrink-0 text-muted" aria-label="streamed" />}
      </span>
    </TableCell>
  );
}

function RejectionWord({ rejection }: { rejection: NonNullable<LogRow["rejection"]> }) {
  const { reason, requests } = rejection;
  return (
    <span className="shrink-0 text-info text-xs">
      {REJECTION_WORDS[reason]}
      {requests > 1 && ` × ${formatCount(requests)}`}
    </span>
  );
}

function keyOf({ api_key_hash: hash, api_key_name: name }: LogRow): string {
  return name ?? (hash ? `${hash.slice(0, 8)}…` : "Console session");
}

/** Each step of a loop is an attempt too. */
function countWords({ attempts, steps }: { attempts: number; steps: number }): string | undefined {
  if (steps > 1) return `${steps} steps`;
  return attempts > 1 ? `${attempts} attempts` : undefined;
}

import { position } from "#components/charts/scale.ts";
import { Money } from "#components/ui/display/money.tsx";
import { TableCell, TableRow } from "#components/ui/display/table.tsx";
import { cn } from "#lib/cn.ts";
import { formatCompact, formatCount } from "#lib/format.ts";
import { formatDuration } from "#lib/format-time.ts";
import type { UsdColumn } from "#lib/usd-column.ts";
import { RowLink } from "../table/row-link.tsx";
import { cachedShare } from "./session-words.ts";
import { TurnText } from "./turn-text.tsx";
import type { Turn } from "./use-session.ts";
import type { Session } from "./use-sessions.ts";

type TurnRowProps = {
  turn: Turn;
  /** The time of the row above. */
  above: string | undefined;
  /** Prompt tokens of the request that this one is compared with. */
  tokensBefore: number | undefined;
  session: Session;
  costs: UsdColumn;
  isOpen: boolean;
  open: (id: string) => void;
};

const TOP = "align-top md:py-2";

/** One request of a session, with what it adds; the link in its first cell opens its panel. */
export function TurnRow({ turn, above, tokensBefore, session, costs, isOpen, open }: TurnRowProps) {
  const { generation: row } = turn;
  return (
    <TableRow selected={isOpen}>
      <TableCell line="first" className={TOP}>
        <RowLink row={row} above={above} open={open} />
      </TableCell>
      <TableCell line="hidden" className={TOP}>
        <Bar row={row} session={session} />
      </TableCell>
      <TableCell className={cn(TOP, "md:whitespace-normal max-md:basis-full max-md:whitespace-normal")}>
        <TurnText turn={turn} />
      </TableCell>
      <TableCell numeric className={TOP}>
        <span title={`${formatCount(row.tokens_prompt)} tokens`}>{formatCompact(row.tokens_prompt)}</span>
        <span className="md:hidden"> in</span>
        <Change tokens={row.tokens_prompt} before={tokensBefore} />
      </TableCell>
      <TableCell numeric line="hidden" className={TOP}>
        <span title={`${formatCount(row.tokens_cached)} tokens`}>{cachedShare(row)}</span>
      </TableCell>
      <TableCell numeric className={TOP}>
        <span title={`${formatCount(row.tokens_completion)} tokens`}>{formatCompact(row.tokens_completion)}</span>
        <span className="md:hidden"> out</span>
      </TableCell>
      <TableCell numeric className={TOP}>
        <Money usd={row.cost} column={costs} />
      </TableCell>
      <TableCell numeric className={TOP}>
        {formatDuration(row.generation_time)}
      </TableCell>
    </TableRow>
  );
}

/** When the request ran, within the session's time. */
function Bar({ row, session }: { row: Turn["generation"]; session: Session }) {
  const startMs = Date.parse(row.created_at) - Date.parse(session.started_at);
  const end = Math.max(session.duration, 1);
  const failed = row.status_class !== "ok" && row.status_class !== "cancelled";
  return (
    <span className="relative mt-1 block h-2.5 rounded-sm bg-well" title={`${formatDuration(startMs)} after the start`}>
      <span
        className={cn("absolute inset-y-0 min-w-0.75 rounded-sm", failed ? "bg-bad" : "bg-accent")}
        style={{
          left: `min(${position(startMs, 0, end) * 100}%, calc(100% - 3px))`,
          width: `${position(row.generation_time, 0, end) * 100}%`,
        }}
      />
    </span>
  );
}

function Change({ tokens, before }: { tokens: number; before: number | undefined }) {
  if (before === undefined) return null;
  const change = tokens - before;
  return (
    <span className="block text-muted text-xs max-md:ml-1 max-md:inline">
      {change < 0 ? "−" : "+"}
      {formatCompact(Math.abs(change))}
    </span>
  );
}

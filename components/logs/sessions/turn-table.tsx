"use client";

import { useMemo } from "react";
import { useRowShortcuts } from "#components/shell/commands/row-shortcuts.ts";
import { Table, TableBody, TableHead, TableHeader } from "#components/ui/display/table.tsx";
import { usdColumn } from "#lib/usd-column.ts";
import { useLogView } from "../use-log-view.ts";
import { TurnRow } from "./turn-row.tsx";
import type { Turn } from "./use-session.ts";
import type { Session } from "./use-sessions.ts";

type TurnTableProps = { session: Session; turns: readonly Turn[] };

/** The requests of a session; a row opens the request's panel. */
export function TurnTable({ session, turns }: TurnTableProps) {
  useRowShortcuts();
  const { view, peek } = useLogView();
  const costs = useMemo(() => usdColumn(turns.map(({ generation }) => generation.cost)), [turns]);
  const promptTokens = useMemo(
    () => new Map(turns.map(({ generation }) => [generation.id, generation.tokens_prompt])),
    [turns],
  );
  return (
    <Table caption="Turns" className="md:table-fixed md:min-w-240">
      <colgroup className="max-md:hidden">
        <col style={{ width: 148 }} />
        <col style={{ width: 132 }} />
        <col />
        <col style={{ width: 108 }} />
        <col style={{ width: 68 }} />
        <col style={{ width: 76 }} />
        <col style={{ width: 88 }} />
        <col style={{ width: 76 }} />
      </colgroup>
      <TableHead>
        <TableHeader>Time</TableHeader>
        <TableHeader>Timeline</TableHeader>
        <TableHeader>Added and response</TableHeader>
        <TableHeader numeric>Tokens in</TableHeader>
        <TableHeader numeric>Cached</TableHeader>
        <TableHeader numeric>Out</TableHeader>
        <TableHeader numeric>Cost</TableHeader>
        <TableHeader numeric>Total</TableHeader>
      </TableHead>
      <TableBody>
        {turns.map((turn, index) => {
          const before = turn.changes?.compared_with ?? (turn.changes ? undefined : turns[index - 1]?.generation.id);
          return (
            <TurnRow
              key={turn.generation.id}
              turn={turn}
              above={turns[index - 1]?.generation.created_at}
              tokensBefore={before === undefined ? undefined : promptTokens.get(before)}
              session={session}
              costs={costs}
              isOpen={view.peek === turn.generation.id}
              open={peek}
            />
          );
        })}
      </TableBody>
    </Table>
  );
}

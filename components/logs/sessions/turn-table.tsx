"use client";

import { useMemo } from "react";
import { useRowShortcuts } from "#components/shell/commands/row-shortcuts.ts";
import { TableBody } from "#components/ui/display/table.tsx";
import { usdColumn } from "#lib/usd-column.ts";
import { ColumnTable } from "../table/column-table.tsx";
import { useLogView } from "../use-log-view.ts";
import { TurnRow } from "./turn-row.tsx";
import type { Turn } from "./use-session.ts";
import type { Session } from "./use-sessions.ts";

const COLUMNS = [
  { label: "Time", width: 148 },
  { label: "Timeline", width: 132 },
  { label: "Added and response" },
  { label: "Tokens in", width: 108, isNumeric: true },
  { label: "Cached", width: 68, isNumeric: true },
  { label: "Out", width: 76, isNumeric: true },
  { label: "Cost", width: 88, isNumeric: true },
  { label: "Total", width: 76, isNumeric: true },
];

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
    <ColumnTable caption="Turns" columns={COLUMNS} flexibleWidth={264}>
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
    </ColumnTable>
  );
}

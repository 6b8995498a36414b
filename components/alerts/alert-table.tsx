"use client";

import { useRowShortcuts } from "#components/shell/commands/row-shortcuts.ts";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/display/table.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { AlertState } from "./alert-state.tsx";
import { type Alert, useAlertView } from "./alert-view.ts";

type AlertTableProps = { caption: string; alerts: readonly Alert[]; isPast?: boolean };

/** Alerts with their messages; a row opens its panel. */
export function AlertTable({ caption, alerts, isPast = false }: AlertTableProps) {
  useRowShortcuts();
  return (
    <Table caption={caption}>
      <TableHead>
        <TableHeader>Alert</TableHeader>
        <TableHeader>State</TableHeader>
        <TableHeader>Opened</TableHeader>
        {isPast && <TableHeader className="max-lg:hidden">Resolved</TableHeader>}
      </TableHead>
      <TableBody>
        {alerts.map((alert) => (
          <AlertRow key={alert.id} alert={alert} isPast={isPast} />
        ))}
      </TableBody>
    </Table>
  );
}

function AlertRow({ alert, isPast }: { alert: Alert; isPast: boolean }) {
  const { view, setView } = useAlertView();
  const { id, rule_name: ruleName, message } = alert;
  return (
    <TableRow selected={view.alert === id}>
      <TableCell line="first" className="md:w-full md:max-w-0">
        <a
          data-row
          href={`?alert=${id}`}
          className="flex min-w-0 flex-col py-1"
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey) return;
            event.preventDefault();
            void setView({ alert: id });
          }}
        >
          <span className="truncate font-medium hover:underline">{ruleName}</span>
          <span className="truncate font-normal text-muted text-xs" title={message}>
            {message}
          </span>
        </a>
      </TableCell>
      <TableCell>
        <AlertState alert={alert} />
      </TableCell>
      <TableCell>
        <Time value={alert.opened_at} />
      </TableCell>
      {isPast && (
        <TableCell className="max-lg:hidden" line="hidden">
          <Time value={alert.resolved_at} />
        </TableCell>
      )}
    </TableRow>
  );
}

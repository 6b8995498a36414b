"use client";

import { useRowShortcuts } from "#components/shell/commands/row-shortcuts.ts";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/display/table.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import { TableSkeleton } from "#components/ui/feedback/table-skeleton.tsx";
import { formatCount } from "#lib/format.ts";
import { type Server, useMcpView } from "./mcp-view.ts";
import { ServerHealth } from "./server-health.tsx";

/** Servers by label; a row opens its panel. */
export function ServerTable({ servers }: { servers: readonly Server[] }) {
  useRowShortcuts();
  return (
    <Table caption="MCP servers">
      <TableHead>
        <TableHeader>Name</TableHeader>
        <TableHeader>Label</TableHeader>
        <TableHeader>Health</TableHeader>
        <TableHeader>Tools</TableHeader>
        <TableHeader className="max-lg:hidden">Last checked</TableHeader>
      </TableHead>
      <TableBody>
        {servers.map((server) => (
          <ServerRow key={server.id} server={server} />
        ))}
      </TableBody>
    </Table>
  );
}

function ServerRow({ server }: { server: Server }) {
  const { view, setView } = useMcpView();
  const { tools, tools_to_review: waiting, health } = server;
  const approved = tools.filter(({ status, enabled }) => status === "approved" && enabled).length;
  return (
    <TableRow selected={view.peek === server.id}>
      <TableCell line="first" className="md:max-w-96">
        <a
          data-row
          href={`?peek=${server.id}`}
          className="flex min-w-0 py-1 hover:underline"
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey) return;
            event.preventDefault();
            void setView({ peek: server.id });
          }}
        >
          <span className="truncate font-medium">{server.name}</span>
        </a>
      </TableCell>
      <TableCell mono>{server.slug}</TableCell>
      <TableCell line="first">
        <ServerHealth server={server} />
      </TableCell>
      <TableCell>
        <span className="flex flex-wrap items-center gap-2">
          {formatCount(approved)} of {formatCount(tools.length)} in use
          {waiting > 0 && <StatusChip tone="warn">{formatCount(waiting)} to review</StatusChip>}
        </span>
      </TableCell>
      <TableCell className="max-lg:hidden" line="hidden">
        {health.checked_at ? <Time value={health.checked_at} /> : <span className="text-muted">never</span>}
      </TableCell>
    </TableRow>
  );
}

const ROWS = ["w-40", "w-56", "w-48"];

/** Placeholder with the table's real layout. */
export function ServerTableSkeleton() {
  return (
    <TableSkeleton label="MCP servers" rows={ROWS.map((width) => [width, "w-16", "ml-auto w-24 max-sm:hidden"])} />
  );
}

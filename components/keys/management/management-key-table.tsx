"use client";

import { useQuery } from "@tanstack/react-query";
import { useRowShortcuts } from "#components/shell/commands/row-shortcuts.ts";
import { useShell } from "#components/shell/shell-context.tsx";
import { Link } from "#components/ui/display/link.tsx";
import {
  ActionsHeader,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from "#components/ui/display/table.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { queryAll } from "#lib/api/query-all.ts";
import { listMembers } from "#lib/contract/members.ts";
import { KeyActions } from "../key-actions.tsx";
import { type Key, KeyStatusChip, keyStatus } from "../key-status.tsx";
import { LeakChip } from "../leaks/leak-chip.tsx";
import { useKeyPath } from "../use-key-path.ts";

/** Management keys: creator, last use and expiry of each. */
export function ManagementKeyTable({ keys, nowMs }: { keys: readonly Key[]; nowMs: number }) {
  useRowShortcuts();
  const makers = useQuery(queryAll(listMembers)).data?.data ?? [];
  const emails = new Map(makers.map(({ id, email }) => [id, email]));
  return (
    <Table caption="Management keys">
      <TableHead>
        <TableHeader>Name</TableHeader>
        <TableHeader>Status</TableHeader>
        <TableHeader>Workspace</TableHeader>
        <TableHeader>Creator</TableHeader>
        <TableHeader>Last used</TableHeader>
        <TableHeader>Expires</TableHeader>
        <TableHeader className="max-xl:hidden">Created</TableHeader>
        <ActionsHeader />
      </TableHead>
      <TableBody>
        {keys.map((key) => (
          <Row key={key.hash} record={key} nowMs={nowMs} creator={emails.get(key.creator_user_id ?? "")} />
        ))}
      </TableBody>
    </Table>
  );
}

function Row({ record, nowMs, creator }: { record: Key; nowMs: number; creator: string | undefined }) {
  const { workspaces } = useShell();
  const pathOf = useKeyPath();
  const status = keyStatus(record, nowMs);
  return (
    <TableRow className={status === "expired" ? "text-muted" : undefined}>
      <TableCell line="first" className="max-w-80 max-md:min-w-0">
        <Link data-row href={pathOf(record)} className="flex min-w-0 items-baseline gap-2 py-1 hover:underline">
          <span className="truncate font-medium">{record.name}</span>
          <span className="shrink-0 font-mono font-normal text-muted text-xs">{record.label}</span>
          {record.scopes && <Badge>limited</Badge>}
        </Link>
      </TableCell>
      <TableCell>
        <span className="flex items-center gap-1.5">
          <LeakChip record={record} status={status} />
          <KeyStatusChip status={status} />
        </span>
      </TableCell>
      <TableCell className="max-w-48 truncate">
        {workspaces.find(({ id }) => id === record.workspace_id)?.name ?? "–"}
      </TableCell>
      <TableCell line="hidden" className="max-w-56 truncate">
        {creator ?? <span title="Created through the API, at startup, or by a former member">–</span>}
      </TableCell>
      <TableCell>
        <span className="md:hidden">used </span>
        <Time value={record.last_used_at} unknown="never" />
      </TableCell>
      <TableCell line="hidden">
        <Time value={record.expires_at} unknown="never" />
      </TableCell>
      <TableCell line="hidden" className="max-xl:hidden">
        <Time value={record.created_at} format="date" />
      </TableCell>
      <TableCell line="first" className="md:w-0">
        <KeyActions record={record} status={status} />
      </TableCell>
    </TableRow>
  );
}

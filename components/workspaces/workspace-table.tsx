"use client";

import { useRowShortcuts } from "#components/shell/commands/row-shortcuts.ts";
import { useShell } from "#components/shell/shell-context.tsx";
import { WorkspaceDot } from "#components/shell/workspace-dot.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/display/table.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import type { Workspace } from "./workspace.ts";
import { WorkspaceActions } from "./workspace-actions.tsx";

type WorkspaceTableProps = { workspaces: readonly Workspace[]; busy: boolean };

/** One page of workspaces; the name links to its members, the button switches to it. */
export function WorkspaceTable({ workspaces, busy }: WorkspaceTableProps) {
  useRowShortcuts();
  return (
    <Table caption="Workspaces" busy={busy}>
      <TableHead>
        <TableHeader>Name</TableHeader>
        <TableHeader>Slug</TableHeader>
        <TableHeader className="max-lg:hidden">Description</TableHeader>
        <TableHeader className="max-xl:hidden">Created</TableHeader>
        <TableHeader>
          <span className="sr-only">Switch and actions</span>
        </TableHeader>
      </TableHead>
      <TableBody>
        {workspaces.map((workspace) => (
          <WorkspaceRow key={workspace.id} workspace={workspace} />
        ))}
      </TableBody>
    </Table>
  );
}

function WorkspaceRow({ workspace }: { workspace: Workspace }) {
  const isOpen = useShell().currentWorkspace.id === workspace.id;
  return (
    <TableRow>
      <TableCell line="first" className="max-w-80">
        <span className="flex min-w-0 items-center gap-2">
          <WorkspaceDot id={workspace.id} />
          <Link
            data-row
            id={`workspace-${workspace.id}`}
            href={`/org/workspaces/${workspace.slug}`}
            className="truncate py-1 font-medium hover:underline"
          >
            {workspace.name}
          </Link>
          {workspace.is_default && <Badge title="Every member of the organization belongs to it.">default</Badge>}
        </span>
      </TableCell>
      <TableCell mono>{workspace.slug}</TableCell>
      <TableCell line="hidden" className="max-w-100 truncate text-muted max-lg:hidden">
        {workspace.description ?? "–"}
      </TableCell>
      <TableCell line="hidden" className="max-xl:hidden">
        <Time value={workspace.created_at} format="date" />
      </TableCell>
      <TableCell line="first" className="md:w-0">
        <span className="flex items-center justify-end gap-1.5">
          <Button asChild size="small">
            <Link href={`/w/${workspace.slug}`} aria-label={`${isOpen ? "Open" : "Switch to"} ${workspace.name}`}>
              {isOpen ? "Open" : "Switch"}
            </Link>
          </Button>
          <WorkspaceActions workspace={workspace} />
        </span>
      </TableCell>
    </TableRow>
  );
}

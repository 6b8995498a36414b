"use client";

import { useShell } from "#components/shell/shell-context.tsx";
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
import { RemovePerson } from "./remove-person.tsx";
import type { Workspace } from "./workspace.ts";
import type { WorkspacePerson } from "./workspace-person.ts";

type PeopleTableProps = { workspace: Workspace; people: readonly WorkspacePerson[] };

/** One page of a workspace's members, with their roles in the organization. */
export function PeopleTable({ workspace, people }: PeopleTableProps) {
  const { user } = useShell();
  return (
    <Table caption={`Members of ${workspace.name}`}>
      <TableHead>
        <TableHeader>Name</TableHeader>
        <TableHeader>Email</TableHeader>
        <TableHeader>Role in the organization</TableHeader>
        <TableHeader>Added</TableHeader>
        {!workspace.is_default && <ActionsHeader />}
      </TableHead>
      <TableBody>
        {people.map((person) => (
          <TableRow key={person.user_id}>
            <TableCell line="first" className="max-w-80">
              <span className="flex min-w-0 items-center gap-2">
                <span className="truncate font-medium">{person.name || person.email}</span>
                {person.email === user.email && <Badge>you</Badge>}
              </span>
            </TableCell>
            <TableCell className="max-w-80 truncate text-muted">{person.email}</TableCell>
            <TableCell className="capitalize">{person.role}</TableCell>
            <TableCell line="hidden">
              <Time value={person.created_at} format="date" />
            </TableCell>
            {!workspace.is_default && (
              <TableCell line="first" className="md:w-0">
                <RemovePerson workspace={workspace} person={person} />
              </TableCell>
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

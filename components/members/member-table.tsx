"use client";

import { ShieldCheck } from "lucide-react";
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
import { CapNotice } from "./cap-notice.tsx";
import type { Member } from "./member.ts";
import { MemberActions } from "./member-actions.tsx";
import { type NearCap, useCappedMembers } from "./use-capped-members.ts";

/** One page of members. `owners` counts those of the whole organization. */
export function MemberTable({ members, owners }: { members: readonly Member[]; owners: number }) {
  const { user } = useShell();
  const nearCapOf = useCappedMembers();
  return (
    <Table caption="Members">
      <TableHead>
        <TableHeader>Name</TableHeader>
        <TableHeader>Email</TableHeader>
        <TableHeader>Role</TableHeader>
        <TableHeader>Second factor</TableHeader>
        <TableHeader>Joined</TableHeader>
        <ActionsHeader />
      </TableHead>
      <TableBody>
        {members.map((member) => (
          <TableRow key={member.id}>
            <TableCell line="first" className="max-w-96">
              <span className="flex min-w-0 items-center gap-2">
                <span className="truncate font-medium">{member.name || member.email}</span>
                {member.email === user.email && <Badge>you</Badge>}
                {!member.active && <Badge>deactivated</Badge>}
              </span>
              <Notice cap={nearCapOf(member.id)} />
            </TableCell>
            <TableCell className="max-w-80 truncate text-muted">{member.email}</TableCell>
            <TableCell
              className="capitalize"
              title={member.role_source === "group" ? "Assigned by a group mapping" : undefined}
            >
              {member.organization_role}
            </TableCell>
            <TableCell>
              <span className="md:hidden">Second factor: </span>
              <SecondFactor isOn={member.two_factor_enabled} />
            </TableCell>
            <TableCell line="hidden">
              <Time value={member.created_at} format="date" />
            </TableCell>
            <TableCell line="first" className="md:w-0">
              <MemberActions member={member} isLastOwner={member.organization_role === "owner" && owners === 1} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Notice({ cap }: { cap: NearCap | undefined }) {
  if (!cap) return null;
  return (
    <span className="block py-0.5 font-normal">
      <CapNotice cap={cap} />
    </span>
  );
}

function SecondFactor({ isOn }: { isOn: boolean }) {
  if (!isOn) {
    return (
      <span className="text-muted" title="Signs in with only a password or through the identity provider">
        none
      </span>
    );
  }
  return (
    <span className="inline-flex items-center gap-1.5" title="A second factor or a passkey is set up.">
      <ShieldCheck className="size-4 text-ok" aria-hidden />
      set up
    </span>
  );
}

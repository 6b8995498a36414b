"use client";

import { useQuery } from "@tanstack/react-query";
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
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import { queryAll } from "#lib/api/query-all.ts";
import { listMembers } from "#lib/contract/members.ts";
import type { Invitation } from "./invitation.ts";
import { RevokeInvitation } from "./revoke-invitation.tsx";

const TONES = { pending: "info", accepted: "ok", revoked: "neutral", expired: "warn" } as const;

type InvitationTableProps = { invitations: readonly Invitation[]; busy: boolean };

/** One page of invitations; valid ones can be revoked. */
export function InvitationTable({ invitations, busy }: InvitationTableProps) {
  const members = useQuery(queryAll(listMembers)).data?.data ?? [];
  const nameOf = (id: string) => members.find((member) => member.id === id)?.name ?? "a former member";
  return (
    <Table caption="Invitations" busy={busy}>
      <TableHead>
        <TableHeader>Email</TableHeader>
        <TableHeader>Role</TableHeader>
        <TableHeader>Status</TableHeader>
        <TableHeader>Expires</TableHeader>
        <TableHeader className="max-lg:hidden">Invited by</TableHeader>
        <TableHeader className="max-lg:hidden">Created</TableHeader>
        <ActionsHeader />
      </TableHead>
      <TableBody>
        {invitations.map((invitation) => (
          <TableRow key={invitation.id} className={invitation.status === "pending" ? undefined : "text-muted"}>
            <TableCell line="first" className="max-w-80 truncate font-medium">
              {invitation.email}
            </TableCell>
            <TableCell className="capitalize">{invitation.role}</TableCell>
            <TableCell>
              <StatusChip tone={TONES[invitation.status]} className="capitalize">
                {invitation.status}
              </StatusChip>
            </TableCell>
            <TableCell>
              {invitation.status === "accepted" || invitation.status === "revoked" ? (
                <span title="Already expired">–</span>
              ) : (
                <Time value={invitation.expires_at} />
              )}
            </TableCell>
            <TableCell line="hidden" className="max-lg:hidden">
              {invitation.invited_by ? nameOf(invitation.invited_by) : "a management key"}
            </TableCell>
            <TableCell line="hidden" className="max-lg:hidden">
              <Time value={invitation.created_at} />
            </TableCell>
            <TableCell line="first" className="md:w-0">
              {invitation.status === "pending" && <RevokeInvitation invitation={invitation} />}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

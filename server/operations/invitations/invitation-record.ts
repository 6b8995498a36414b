import type { z } from "zod";
import type { Invitation } from "#lib/contract/invitations.ts";
import type { Role } from "#lib/roles.ts";
import type { InvitationRow, InvitationStatus } from "#server/data/invitations.ts";

/** Converts a stored invitation to its API record. */
export function invitationRecord(row: InvitationRow, nowMs: number): z.output<typeof Invitation> {
  const isExpired = row.status === "pending" && row.expiresAt.getTime() <= nowMs;
  return {
    id: row.id,
    email: row.email,
    role: (row.role ?? "member") as Role,
    status: isExpired ? "expired" : (row.status as InvitationStatus),
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    invited_by: row.inviterId,
  };
}

/** Returns an invitation as the target of an audit entry. */
export function invitationTarget({ id, email }: InvitationRow) {
  return { type: "invitation", id, name: email };
}

import { type AuditedCall, recordChange } from "#server/audit/record-change.ts";
import type { JoinedMember } from "#server/auth/accounts/accounts.ts";
import type { Transaction } from "#server/data/database.ts";

/** Records in the audit log that somebody joined, with themselves as the actor. */
export function recordJoin(
  queries: Transaction,
  call: Omit<AuditedCall, "principal">,
  { id, organizationId, userId, email, role }: JoinedMember,
): Promise<void> {
  return recordChange(
    queries,
    { ...call, principal: memberPrincipal(organizationId, userId) },
    {
      action: "member.join",
      target: { type: "member", id: userId, name: email },
      after: { email, role, ...(id === null ? { by_email_domain: true } : { invitation_id: id }) },
      workspaceId: null,
    },
  );
}

/** Returns the principal of somebody who is signing in. */
export function memberPrincipal(organizationId: string, userId: string): AuditedCall["principal"] {
  return { workspaceId: "", organizationId, userId, management: false };
}

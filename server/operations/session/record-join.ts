import { type AuditedCall, recordChange } from "#server/audit/record-change.ts";
import type { JoinedMember } from "#server/auth/accounts/accounts.ts";
import type { Transaction } from "#server/data/database.ts";

/** Records in the audit log that somebody joined, with themselves as the actor. */
export function recordJoin(
  queries: Transaction,
  call: Omit<AuditedCall, "principal">,
  { id, organizationId, userId, email, role }: JoinedMember,
): Promise<void> {
  const principal = { workspaceId: "", organizationId, userId, management: false };
  return recordChange(
    queries,
    { ...call, principal },
    {
      action: "member.join",
      target: { type: "member", id: userId, name: email },
      after: { email, role, invitation_id: id },
      workspaceId: null,
    },
  );
}

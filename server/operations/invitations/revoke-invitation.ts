import { revokeInvitation as endpoint } from "#lib/contract/invitations.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { revokeInvitation as revokeRow } from "#server/data/invitations.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { userIdsOf } from "#server/operations/workspace-members/member-record.ts";
import { invitationRecord, invitationTarget } from "./invitation-record.ts";

export const revokeInvitation = operation(endpoint)(async ({ database, now }, call) => {
  const [id] = userIdsOf([call.params.id]) ?? [];
  await database.queries.transaction(async (queries) => {
    const row = id && (await revokeRow(queries, call.principal.organizationId, id));
    if (!row) throw new HttpError(404, "There is no such invitation, or it is no longer pending");
    const before = { ...invitationRecord(row, now()), status: "pending" };
    const change = { target: invitationTarget(row), before, workspaceId: null };
    await recordChange(queries, call, { action: "invitation.revoke", ...change });
  });
  return { deleted: true as const };
});

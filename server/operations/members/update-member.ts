import { updateMember as endpoint } from "#lib/contract/members.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { updateRole } from "#server/data/members.ts";
import { operation } from "#server/http/operation.ts";
import {
  memberRecord,
  memberTarget,
  publishMembers,
  rejectOutcome,
  rejectOwners,
  requireMember,
} from "./member-records.ts";

export const updateMember = operation(endpoint)(async (gateway, call) => {
  const { principal, params, body } = call;
  const person = await requireMember(gateway, principal, params.user_id);
  rejectOwners(principal, person.role, body.role);
  await gateway.database.queries.transaction(async (queries) => {
    const outcome = await updateRole(queries, principal.organizationId, person.userId, body.role);
    rejectOutcome(outcome, "active management keys");
    await recordChange(queries, call, {
      action: "member.update",
      target: memberTarget(person),
      before: { role: person.role },
      after: { role: body.role },
      workspaceId: null,
    });
  });
  await publishMembers(gateway);
  // A group mapping may give a higher role.
  return { data: memberRecord(await requireMember(gateway, principal, params.user_id)) };
});

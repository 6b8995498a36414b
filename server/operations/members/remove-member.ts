import { removeMember as endpoint } from "#lib/contract/members.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { deleteMember } from "#server/data/members.ts";
import { operation } from "#server/http/operation.ts";
import { memberTarget, publishMembers, rejectOutcome, rejectOwners, requireMember } from "./member-records.ts";

export const removeMember = operation(endpoint)(async (gateway, call) => {
  const { principal, params } = call;
  const person = await requireMember(gateway, principal, params.user_id);
  rejectOwners(principal, person.role);
  const { email, name, role } = person;
  await gateway.database.queries.transaction(async (queries) => {
    rejectOutcome(await deleteMember(queries, principal.organizationId, person.userId), "active keys");
    const change = { target: memberTarget(person), before: { email, name, role }, workspaceId: null };
    await recordChange(queries, call, { action: "member.remove", ...change });
  });
  await publishMembers(gateway);
  return { deleted: true as const };
});

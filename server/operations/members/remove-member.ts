import { removeMember as endpoint } from "#lib/contract/members.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { deleteMember } from "#server/data/members.ts";
import { operation } from "#server/http/operation.ts";
import { gateway } from "#server/opened-gateway.ts";
import { changedMembers, memberInReach, memberTarget, refuseOutcome, refuseOwners } from "./member-records.ts";

export const removeMember = operation(endpoint)(async (call) => {
  const open = gateway();
  const { principal, params } = call;
  const person = await memberInReach(open, principal, params.user_id);
  refuseOwners(principal, person.role);
  const { email, name, role } = person;
  await open.database.queries.transaction(async (queries) => {
    refuseOutcome(await deleteMember(queries, principal.organizationId, person.userId), "active keys");
    const change = { target: memberTarget(person), before: { email, name, role }, workspaceId: null };
    await recordChange(queries, call, { action: "member.remove", ...change });
  });
  await changedMembers(open);
  return { deleted: true as const };
});

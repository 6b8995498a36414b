import { removeMember as endpoint } from "#lib/contract/members.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { agentKeysOf } from "#server/data/agent-sign-ins.ts";
import { deleteMember } from "#server/data/members.ts";
import { operation } from "#server/http/operation.ts";
import { recordSignOuts } from "#server/operations/device/record-sign-outs.ts";
import { publishKeys } from "#server/operations/keys/publish-keys.ts";
import { memberTarget, publishMembers, rejectOutcome, rejectOwners, requireMember } from "./member-records.ts";

export const removeMember = operation(endpoint)(async (gateway, call) => {
  const { principal, params } = call;
  const person = await requireMember(gateway, principal, params.user_id);
  rejectOwners(principal, person.role);
  const { email, name, role } = person;
  const agents = await gateway.database.queries.transaction(async (queries) => {
    const { organizationId } = principal;
    // An agent's key is a sign-in of the member, like a session.
    const keys = await agentKeysOf(queries, { organizationId }, [person.userId]);
    await recordSignOuts(queries, call, keys);
    rejectOutcome(await deleteMember(queries, organizationId, person.userId), "active keys");
    const change = { target: memberTarget(person), before: { email, name, role }, workspaceId: null };
    await recordChange(queries, call, { action: "member.remove", ...change });
    return keys;
  });
  await publishMembers(gateway);
  if (agents.length > 0) await publishKeys(gateway, ...agents.map(({ hash }) => hash));
  return { deleted: true as const };
});

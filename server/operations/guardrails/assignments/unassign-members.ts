import { unassignMembers as endpoint } from "#lib/contract/guardrail-assignments.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { unassignMembers as unassignRows } from "#server/data/guardrail-assignments.ts";
import { operation } from "#server/http/operation.ts";
import { publishGuardrails } from "../publish-guardrails.ts";
import { requireGuardrail } from "../require-guardrail.ts";

export const unassignMembers = operation(endpoint)(async (gateway, call) => {
  const { id, name, workspaceId } = await requireGuardrail(gateway, call.principal, call.params.id);
  const unassigned = await gateway.database.queries.transaction(async (queries) => {
    const userIds = await unassignRows(queries, id, call.body.member_user_ids);
    const change = { target: { type: "guardrail", id, name }, before: { member_user_ids: userIds }, workspaceId };
    if (userIds.length > 0) await recordChange(queries, call, { action: "guardrail.unassign", ...change });
    return userIds;
  });
  if (unassigned.length > 0) await publishGuardrails(gateway);
  return { unassigned_count: unassigned.length };
});

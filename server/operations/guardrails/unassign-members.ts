import { unassignMembers as endpoint } from "#lib/contract/guardrail-assignments.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { unassignMembers as unassignRows } from "#server/data/guardrail-assignments.ts";
import { gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { changedGuardrails } from "./changed-guardrails.ts";
import { guardrailInReach } from "./guardrail-in-reach.ts";

export const unassignMembers = operation(endpoint)(async (call) => {
  const open = gateway();
  const { id, name, workspaceId } = await guardrailInReach(open, call.principal, call.params.id);
  const userIds = await unassignRows(open.database.queries, id, call.body.member_user_ids);
  if (userIds.length > 0) {
    await changedGuardrails(open);
    const target = { type: "guardrail", id, name };
    const before = { member_user_ids: userIds };
    await recordChange(call, { action: "guardrail.unassign", target, before, workspaceId });
  }
  return { unassigned_count: userIds.length };
});

import { assignMembers as endpoint } from "#lib/contract/guardrail-assignments.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { assignMembers as assignRows } from "#server/data/guardrail-assignments.ts";
import { HttpError } from "#server/errors.ts";
import { gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { changedGuardrails } from "./changed-guardrails.ts";
import { guardrailInReach } from "./guardrail-in-reach.ts";

export const assignMembers = operation(endpoint)(async (call) => {
  const open = gateway();
  const { principal, params, body } = call;
  const { id, name, workspaceId } = await guardrailInReach(open, principal, params.id);
  const assigning = { guardrailId: id, assignedBy: principal.userId };
  const userIds = await assignRows(open.database, principal.organizationId, assigning, body.member_user_ids);
  if (!userIds) throw new HttpError(404, "Member not found: each must be of the organization");
  if (userIds.length > 0) {
    await changedGuardrails(open);
    const target = { type: "guardrail", id, name };
    await recordChange(call, { action: "guardrail.assign", target, after: { member_user_ids: userIds }, workspaceId });
  }
  return { assigned_count: userIds.length };
});

import { assignMembers as endpoint } from "#lib/contract/guardrail-assignments.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { assignMembers as assignRows } from "#server/data/guardrail-assignments.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { publishGuardrails } from "../publish-guardrails.ts";
import { requireGuardrail } from "../require-guardrail.ts";

export const assignMembers = operation(endpoint)(async (gateway, call) => {
  const { principal, params, body } = call;
  const { id, name, workspaceId } = await requireGuardrail(gateway, principal, params.id);
  const assigning = { guardrailId: id, assignedBy: principal.userId };
  const assigned = await gateway.database.queries.transaction(async (queries) => {
    const userIds = await assignRows(queries, principal.organizationId, assigning, body.member_user_ids);
    if (!userIds) throw new HttpError(404, "Member not found: each must belong to the organization");
    const change = { target: { type: "guardrail", id, name }, after: { member_user_ids: userIds }, workspaceId };
    if (userIds.length > 0) await recordChange(queries, call, { action: "guardrail.assign", ...change });
    return userIds;
  });
  if (assigned.length > 0) await publishGuardrails(gateway);
  return { assigned_count: assigned.length };
});

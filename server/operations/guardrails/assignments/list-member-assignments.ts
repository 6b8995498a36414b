import { listMemberAssignments as endpoint } from "#lib/contract/guardrail-assignments.ts";
import { listMemberAssignments as listRows } from "#server/data/guardrail-assignments.ts";
import { operation } from "#server/http/operation.ts";
import { requireGuardrail } from "../require-guardrail.ts";
import { memberAssignmentRecord } from "./assignment-record.ts";

export const listMemberAssignments = operation(endpoint)(async (gateway, { principal, params, query }) => {
  const { id } = await requireGuardrail(gateway, principal, params.id);
  const { rows, total } = await listRows(gateway.database.queries, { guardrailId: id }, query);
  return { data: rows.map(memberAssignmentRecord), total_count: total };
});

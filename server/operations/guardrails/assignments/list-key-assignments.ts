import { listKeyAssignments as endpoint } from "#lib/contract/guardrail-assignments.ts";
import { listKeyAssignments as listRows } from "#server/data/guardrail-assignments.ts";
import { operation } from "#server/http/operation.ts";
import { requireGuardrail } from "../require-guardrail.ts";
import { keyAssignmentRecord } from "./assignment-record.ts";

export const listKeyAssignments = operation(endpoint)(async (gateway, { principal, params, query }) => {
  const { id } = await requireGuardrail(gateway, principal, params.id);
  const { rows, total } = await listRows(gateway.database.queries, { guardrailId: id }, query);
  return { data: rows.map(keyAssignmentRecord), total_count: total };
});

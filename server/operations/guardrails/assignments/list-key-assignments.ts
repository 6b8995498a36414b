import { listKeyAssignments as endpoint } from "#lib/contract/guardrail-assignments.ts";
import { listKeyAssignments as listRows } from "#server/data/guardrail-assignments.ts";
import { operation } from "#server/http/operation.ts";
import { gateway } from "#server/opened-gateway.ts";
import { guardrailInReach } from "../guardrail-in-reach.ts";
import { keyAssignmentRecord } from "./assignment-record.ts";

export const listKeyAssignments = operation(endpoint)(async ({ principal, params, query }) => {
  const open = gateway();
  const { id } = await guardrailInReach(open, principal, params.id);
  const { rows, total } = await listRows(open.database.queries, { guardrailId: id }, query);
  return { data: rows.map(keyAssignmentRecord), total_count: total };
});

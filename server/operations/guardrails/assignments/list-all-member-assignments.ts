import { listAllMemberAssignments as endpoint } from "#lib/contract/guardrail-assignments.ts";
import { listMemberAssignments } from "#server/data/guardrail-assignments.ts";
import { operation } from "#server/http/operation.ts";
import { memberAssignmentRecord } from "./assignment-record.ts";

export const listAllMemberAssignments = operation(endpoint)(async (gateway, { principal, query }) => {
  const { queries } = gateway.database;
  const { rows, total } = await listMemberAssignments(queries, { organizationId: principal.organizationId }, query);
  return { data: rows.map(memberAssignmentRecord), total_count: total };
});

import { listAllKeyAssignments as endpoint } from "#lib/contract/guardrail-assignments.ts";
import { listKeyAssignments } from "#server/data/guardrail-assignments.ts";
import { operation } from "#server/http/operation.ts";
import { keyAssignmentRecord } from "./assignment-record.ts";

export const listAllKeyAssignments = operation(endpoint)(async (gateway, { principal, query }) => {
  const { queries } = gateway.database;
  const { rows, total } = await listKeyAssignments(queries, { organizationId: principal.organizationId }, query);
  return { data: rows.map(keyAssignmentRecord), total_count: total };
});

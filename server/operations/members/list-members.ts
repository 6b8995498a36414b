import { listMembers as endpoint } from "#lib/contract/members.ts";
import { listMembers as listRows } from "#server/data/members.ts";
import { operation } from "#server/http/operation.ts";
import { memberRecord } from "./member-records.ts";

export const listMembers = operation(endpoint)(async (gateway, { principal, query }) => {
  const { rows, total } = await listRows(gateway.database.queries, principal.organizationId, query);
  return { data: rows.map(memberRecord), total_count: total };
});

import { listGroupMappings as endpoint } from "#lib/contract/group-mappings.ts";
import { listGroupMappings as listRows } from "#server/data/group-mappings.ts";
import { operation } from "#server/http/operation.ts";
import { mappingRecord } from "./mapping-record.ts";

export const listGroupMappings = operation(endpoint)(async ({ database }, { principal }) => {
  const rows = await listRows(database.queries, principal.organizationId);
  return { data: rows.map(mappingRecord) };
});

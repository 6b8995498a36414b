import { getGroupMapping as endpoint } from "#lib/contract/group-mappings.ts";
import { findGroupMapping } from "#server/data/group-mappings.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { mappingRecord } from "./mapping-record.ts";

export const getGroupMapping = operation(endpoint)(async ({ database }, { principal, params }) => {
  const row = await findGroupMapping(database.queries, principal.organizationId, params.id);
  if (!row) throw new HttpError(404, "Group mapping not found");
  return { data: mappingRecord(row) };
});

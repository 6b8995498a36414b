import { listScimTokens as endpoint } from "#lib/contract/scim-tokens.ts";
import { listScimTokens as listRows } from "#server/data/scim-tokens.ts";
import { operation } from "#server/http/operation.ts";
import { scimRoot } from "#server/operations/scim/scim-response.ts";
import { scimTokenRecord } from "./scim-token-record.ts";

export const listScimTokens = operation(endpoint)(async (gateway, call) => {
  const rows = await listRows(gateway.database.queries, call.principal.organizationId);
  return { data: rows.map(scimTokenRecord), base_url: scimRoot(gateway, call) };
});

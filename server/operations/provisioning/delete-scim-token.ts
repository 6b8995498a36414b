import { deleteScimToken as endpoint } from "#lib/contract/scim-tokens.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { deleteScimToken as deleteRow } from "#server/data/scim-tokens.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { scimTokenRecord, scimTokenTarget } from "./scim-token-record.ts";

export const deleteScimToken = operation(endpoint)(async ({ database }, call) => {
  const { principal, params } = call;
  await database.queries.transaction(async (queries) => {
    const row = await deleteRow(queries, principal.organizationId, params.id);
    if (!row) throw new HttpError(404, "SCIM token not found");
    const change = { target: scimTokenTarget(row), before: scimTokenRecord(row), workspaceId: null };
    await recordChange(queries, call, { action: "scim_token.revoke", ...change });
  });
  return { deleted: true as const };
});

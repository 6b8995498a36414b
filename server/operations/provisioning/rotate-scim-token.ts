import { rotateScimToken as endpoint } from "#lib/contract/scim-tokens.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { newScimToken } from "#server/auth/scim-token.ts";
import { replaceScimToken } from "#server/data/scim-tokens.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { mayChangeOwners, scimTokenRecord, scimTokenTarget } from "./scim-token-record.ts";

export const rotateScimToken = operation(endpoint)(async ({ database }, call) => {
  const { principal, params } = call;
  const { secret, tokenHash, label } = newScimToken();
  // Whoever rotates a token learns it, so it has their rights.
  const values = { tokenHash, label, mayChangeOwners: mayChangeOwners(principal) };
  const data = await database.queries.transaction(async (queries) => {
    const row = await replaceScimToken(queries, principal.organizationId, params.id, values);
    if (!row) throw new HttpError(404, "SCIM token not found");
    const after = scimTokenRecord(row);
    const change = { target: scimTokenTarget(row), after, workspaceId: null };
    await recordChange(queries, call, { action: "scim_token.rotate", ...change });
    return after;
  });
  return { data, token: secret };
});

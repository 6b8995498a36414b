import { createScimToken as endpoint } from "#lib/contract/scim-tokens.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { newScimToken } from "#server/auth/scim-token.ts";
import { countScimTokens, insertScimToken } from "#server/data/scim-tokens.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { mayChangeOwners, scimTokenRecord, scimTokenTarget } from "./scim-token-record.ts";

/** More than any organization has directories. */
const MAX_TOKENS = 20;

export const createScimToken = operation(endpoint)(async ({ database }, call) => {
  const { principal, body } = call;
  const { organizationId } = principal;
  if ((await countScimTokens(database.queries, organizationId)) >= MAX_TOKENS)
    throw new HttpError(409, `An organization can have at most ${MAX_TOKENS} SCIM tokens; revoke one first`);
  const { secret, tokenHash, label } = newScimToken();
  const values = { organizationId, name: body.name, tokenHash, label, mayChangeOwners: mayChangeOwners(principal) };
  const data = await database.queries.transaction(async (queries) => {
    const row = await insertScimToken(queries, values);
    const after = scimTokenRecord(row);
    const change = { target: scimTokenTarget(row), after, workspaceId: null };
    await recordChange(queries, call, { action: "scim_token.create", ...change });
    return after;
  });
  return { data, token: secret };
});

import { putSingleSignOn as endpoint } from "#lib/contract/single-sign-on.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { rejectForeignWrite } from "#server/auth/authenticate.ts";
import { announce } from "#server/data/changes.ts";
import { loadSingleSignOn, putSingleSignOn as putRow } from "#server/data/single-sign-on.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { signOnRecord } from "./sign-on-record.ts";

export const putSingleSignOn = operation(endpoint)(async (gateway, call) => {
  const { principal, request, body } = call;
  if (principal.key) throw new HttpError(403, "Only owners can set up single sign-on");
  rejectForeignWrite(request);
  const { accounts, database, environment } = gateway;
  if (!environment.PUBLIC_URL) throw new HttpError(400, "Single sign-on needs PUBLIC_URL, the address of the console");
  const { organizationId } = principal;
  const rows = await loadSingleSignOn(database.queries);
  const old = rows.find((row) => row.organizationId === organizationId);
  // Accounts are identified by provider and subject; another issuer uses the same subjects for other people.
  const providerId = old?.issuer === body.issuer ? old.providerId : `sso-${crypto.randomUUID().slice(0, 8)}`;
  const sealedSecret = accounts.sealSingleSignOn(body.client_secret, organizationId);
  const values = {
    organizationId,
    providerId,
    issuer: body.issuer,
    clientId: body.client_id,
    sealedSecret,
    allowsUnverifiedEmail: body.allow_unverified_email,
    requestsGroups: body.request_groups,
  };
  const before = old && signOnRecord(gateway, old);
  const target = { type: "single_sign_on", id: organizationId, name: body.issuer };
  const data = await database.queries.transaction(async (queries) => {
    const after = signOnRecord(gateway, await putRow(queries, values));
    await recordChange(queries, call, { action: "single_sign_on.set", target, before, after, workspaceId: null });
    return after;
  });
  await accounts.refresh();
  await announce(database, "workspaces");
  return { data };
});

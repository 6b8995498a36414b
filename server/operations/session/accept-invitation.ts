import { acceptInvitation as endpoint } from "#lib/contract/entry.ts";
import { rejectForeignWrite } from "#server/auth/authenticate.ts";
import { announce } from "#server/data/changes.ts";
import { operation } from "#server/http/operation.ts";
import { recordJoin } from "./record-join.ts";
import { sessionResponse } from "./session-response.ts";

export const acceptInvitation = operation(endpoint)(async (gateway, { request, requestId, address, body }) => {
  rejectForeignWrite(request);
  // Checked first: an invalid link is cheap, but hashing a password is not.
  await gateway.accounts.invitation(body.token);
  await gateway.rates.takeStep("invitation", address);
  const joined = await gateway.accounts.acceptInvitation(request, address, body, (queries, member) =>
    recordJoin(queries, { requestId, address }, member),
  );
  await announce(gateway.database, "workspaces");
  return sessionResponse(endpoint, { user: joined.user }, joined.cookie);
});

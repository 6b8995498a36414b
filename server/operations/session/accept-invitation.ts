import { acceptInvitation as endpoint } from "#lib/contract/entry.ts";
import { refuseForeignWrite } from "#server/auth/authenticate.ts";
import { announce } from "#server/data/changes.ts";
import { operation } from "#server/http/operation.ts";
import { gateway } from "#server/opened-gateway.ts";
import { answer } from "./answer.ts";
import { recordJoin } from "./record-join.ts";

export const acceptInvitation = operation(endpoint)(async ({ request, requestId, address, body }) => {
  refuseForeignWrite(request);
  const open = gateway();
  // A wrong link costs nothing; hashing a password does.
  await open.accounts.invitation(body.token);
  await open.rates.takeStep("invitation", address);
  const joined = await open.accounts.acceptInvitation(request, address, body, (queries, member) =>
    recordJoin(queries, { requestId, address }, member),
  );
  await announce(open.database, "workspaces");
  return answer(endpoint, { user: joined.user }, joined.cookie);
});

import * as contract from "#lib/contract/session.ts";
import { refuseForeignWrite } from "#server/auth/authenticate.ts";
import { operation } from "#server/http/operation.ts";
export const revokeOtherSessions = operation(contract.revokeOtherSessions)(async (gateway, { request }) => {
  refuseForeignWrite(request);
  return { revoked_count: await gateway.accounts.revokeOthers(request) };
});

import * as contract from "#lib/contract/session.ts";
import { rejectForeignWrite } from "#server/auth/authenticate.ts";
import { operation } from "#server/http/operation.ts";
export const revokeOtherSessions = operation(contract.revokeOtherSessions)(async (gateway, { request }) => {
  rejectForeignWrite(request);
  return { revoked_count: await gateway.accounts.revokeOthers(request) };
});

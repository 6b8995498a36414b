import * as contract from "#lib/contract/session.ts";
import { refuseForeignWrite } from "#server/auth/authenticate.ts";
import { operation } from "#server/http/operation.ts";
import { gateway } from "#server/opened-gateway.ts";

export const revokeOtherSessions = operation(contract.revokeOtherSessions)(async ({ request }) => {
  refuseForeignWrite(request);
  return { revoked_count: await gateway().accounts.revokeOthers(request) };
});

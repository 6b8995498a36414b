import { deleteSingleSignOn as endpoint } from "#lib/contract/single-sign-on.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { refuseForeignWrite } from "#server/auth/authenticate.ts";
import { announce } from "#server/data/changes.ts";
import { deleteSingleSignOn as deleteRow } from "#server/data/single-sign-on.ts";
import { HttpError } from "#server/errors.ts";
import { gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { signOnRecord } from "./sign-on-record.ts";

export const deleteSingleSignOn = operation(endpoint)(async (call) => {
  const { principal, request } = call;
  if (principal.key) throw new HttpError(403, "Only owners can set up single sign-on");
  refuseForeignWrite(request);
  const open = gateway();
  const row = await deleteRow(open.database.queries, principal.organizationId);
  if (row) {
    await open.accounts.refresh();
    await announce(open.database, "workspaces");
    const target = { type: "single_sign_on", id: principal.organizationId, name: row.issuer };
    const before = signOnRecord(open, row);
    await recordChange(call, { action: "single_sign_on.delete", target, before, workspaceId: null });
  }
  return { deleted: true as const };
});

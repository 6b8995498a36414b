import { deleteSingleSignOn as endpoint } from "#lib/contract/single-sign-on.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { rejectForeignWrite } from "#server/auth/authenticate.ts";
import { announce } from "#server/data/changes.ts";
import { deleteSingleSignOn as deleteRow } from "#server/data/single-sign-on.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { signOnRecord } from "./sign-on-record.ts";

export const deleteSingleSignOn = operation(endpoint)(async (gateway, call) => {
  const { principal, request } = call;
  if (principal.key) throw new HttpError(403, "Only owners can set up single sign-on");
  rejectForeignWrite(request);
  const row = await gateway.database.queries.transaction(async (queries) => {
    const deleted = await deleteRow(queries, principal.organizationId);
    if (!deleted) return undefined;
    const target = { type: "single_sign_on", id: principal.organizationId, name: deleted.issuer };
    const before = signOnRecord(gateway, deleted);
    await recordChange(queries, call, { action: "single_sign_on.delete", target, before, workspaceId: null });
    return deleted;
  });
  if (row) {
    await gateway.accounts.refresh();
    await announce(gateway.database, "workspaces");
  }
  return { deleted: true as const };
});

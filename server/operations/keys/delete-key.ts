import { deleteKey as endpoint } from "#lib/contract/keys.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { requireKey } from "#server/auth/access.ts";
import { deleteKey as deleteRow, findKey } from "#server/data/api-keys.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { keyTarget, toAuditKey } from "./audit-key.ts";
import { publishKeys } from "./publish-keys.ts";

/** Calls in progress with the key continue, and their cost is still counted. */
export const deleteKey = operation(endpoint)(async (gateway, call) => {
  const { hash, workspaceId } = await requireKey(gateway, call.principal, call.params.hash);
  const before = await findKey(gateway.database.queries, workspaceId, hash);
  await gateway.database.queries.transaction(async (queries) => {
    if (!before || !(await deleteRow(queries, hash))) throw new HttpError(404, "API key not found");
    const change = { target: keyTarget(before), before: toAuditKey(before), workspaceId };
    await recordChange(queries, call, { action: "key.delete", ...change });
  });
  await publishKeys(gateway, hash);
  return { deleted: true as const };
});

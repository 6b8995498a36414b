import { deleteCredential as endpoint } from "#lib/contract/byok.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { deleteCredential as deleteRow } from "#server/data/credentials.ts";
import { operation } from "#server/http/operation.ts";
import { changedCredentials } from "./changed-credentials.ts";
import { credentialInReach, unknownCredential } from "./credential-in-reach.ts";
import { credentialTarget, settingsOf } from "./credential-records.ts";

export const deleteCredential = operation(endpoint)(async (gateway, call) => {
  const before = await credentialInReach(gateway, call.principal, call.params.id);
  const { organizationId, workspaceId, id } = before;
  await gateway.database.queries.transaction(async (queries) => {
    if (!(await deleteRow(queries, organizationId, id))) throw unknownCredential();
    const change = { target: credentialTarget(before), before: settingsOf(before), workspaceId };
    await recordChange(queries, call, { action: "credential.delete", ...change });
  });
  await changedCredentials(gateway);
  return { deleted: true as const };
});

import { deleteCredential as endpoint } from "#lib/contract/byok.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { deleteCredential as deleteRow } from "#server/data/credentials.ts";
import { operation } from "#server/http/operation.ts";
import { credentialTarget, settingsOf } from "./credential-records.ts";
import { publishCredentials } from "./publish-credentials.ts";
import { requireCredential, unknownCredential } from "./require-credential.ts";

export const deleteCredential = operation(endpoint)(async (gateway, call) => {
  const before = await requireCredential(gateway, call.principal, call.params.id);
  const { organizationId, workspaceId, id } = before;
  await gateway.database.queries.transaction(async (queries) => {
    if (!(await deleteRow(queries, organizationId, id))) throw unknownCredential();
    const change = { target: credentialTarget(before), before: settingsOf(before), workspaceId };
    await recordChange(queries, call, { action: "credential.delete", ...change });
  });
  await publishCredentials(gateway);
  return { deleted: true as const };
});

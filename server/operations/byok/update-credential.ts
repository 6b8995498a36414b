import { updateCredential as endpoint } from "#lib/contract/byok.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { type CredentialRow, updateCredential as updateRow } from "#server/data/credentials.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { gateway } from "#server/opened-gateway.ts";
import { changedCredentials } from "./changed-credentials.ts";
import { type CredentialFields, changesOf, refuseUnknownKeys, sealedKey } from "./credential-fields.ts";
import { credentialInReach, unknownCredential } from "./credential-in-reach.ts";
import { credentialRecord, credentialTarget, settingsOf } from "./credential-records.ts";

/** Calls that run go on with the key they began with. */
export const updateCredential = operation(endpoint)(async (call) => {
  const open = gateway();
  const { key, ...fields } = call.body;
  await open.credentials.flush();
  const before = await credentialInReach(open, call.principal, call.params.id);
  if (Object.keys(call.body).length === 0) return { data: await credentialRecord(open, before) };
  refuseMisfit(before, fields);
  await refuseUnknownKeys(open, call.principal, fields.allowed_api_key_hashes);
  const { organizationId, workspaceId, id } = before;
  const sealed = key === undefined ? undefined : sealedKey(open, key, id);
  const row = await open.database.queries.transaction(async (queries) => {
    const changed = await updateRow(queries, organizationId, id, changesOf(fields), sealed);
    if (!changed) throw unknownCredential();
    await recordChange(queries, call, {
      action: key === undefined ? "credential.update" : "credential.rotate",
      target: credentialTarget(changed),
      before: settingsOf(before),
      after: settingsOf(changed),
      workspaceId,
    });
    return changed;
  });
  await changedCredentials(open);
  return { data: await credentialRecord(open, row) };
});

/** What is sent must fit what is stored. */
function refuseMisfit(before: CredentialRow, { is_fallback, is_byok_only }: CredentialFields): void {
  if ((is_fallback ?? before.isFallback) && (is_byok_only ?? before.isByokOnly))
    throw new HttpError(400, "Invalid request: is_fallback: cannot be combined with is_byok_only");
}

import { updateCredential as endpoint } from "#lib/contract/byok.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { type CredentialRow, updateCredential as updateRow } from "#server/data/credentials.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { type CredentialFields, changesOf, rejectUnknownKeys, sealKey } from "./credential-fields.ts";
import { credentialRecord, credentialTarget, settingsOf } from "./credential-records.ts";
import { credentialText, labelOf } from "./credential-text.ts";
import { publishCredentials } from "./publish-credentials.ts";
import { requireAccepted } from "./require-accepted.ts";
import { requireCredential, unknownCredential } from "./require-credential.ts";

/** Calls in progress continue with the key they started with. */
export const updateCredential = operation(endpoint)(async (gateway, call) => {
  const { key, test, ...fields } = call.body;
  await gateway.credentials.flush();
  const before = await requireCredential(gateway, call.principal, call.params.id);
  if (Object.keys(call.body).length === 0) return { data: await credentialRecord(gateway, before) };
  rejectMisfit(before, fields);
  await rejectUnknownKeys(gateway, call.principal, fields.allowed_api_key_hashes);
  const { organizationId, workspaceId, id } = before;
  const text = key === undefined ? undefined : credentialText(before.provider, key);
  if (test && text !== undefined) await requireAccepted(gateway, before.provider, text, call.departure.signal);
  const sealed = text === undefined ? undefined : sealKey(gateway, text, id, labelOf(before.provider, text));
  const row = await gateway.database.queries.transaction(async (queries) => {
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
  await publishCredentials(gateway);
  return { data: await credentialRecord(gateway, row) };
});

/** Throws 400 if the change contradicts the stored credential. */
function rejectMisfit(before: CredentialRow, { is_fallback, is_byok_only }: CredentialFields): void {
  if ((is_fallback ?? before.isFallback) && (is_byok_only ?? before.isByokOnly))
    throw new HttpError(400, "Invalid request: is_fallback: cannot be combined with is_byok_only");
}

import { createCredential as endpoint } from "#lib/contract/byok.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { requireWholeOrganization } from "#server/auth/key-scopes.ts";
import { insertCredential } from "#server/data/credentials.ts";
import { operation } from "#server/http/operation.ts";
import { keyedProvider } from "#server/pipeline/planning/keyed-provider.ts";
import { changesOf, rejectUnknownKeys, sealKey } from "./credential-fields.ts";
import { credentialRecord, credentialTarget, settingsOf } from "./credential-records.ts";
import { credentialText, labelOf } from "./credential-text.ts";
import { publishCredentials } from "./publish-credentials.ts";
import { requireAccepted } from "./require-accepted.ts";

export const createCredential = operation(endpoint)(async (gateway, call) => {
  const { principal } = call;
  const { key, test, provider, workspace_id, ...fields } = call.body;
  if (workspace_id === null) requireWholeOrganization(principal);
  const workspaceId = workspace_id === null ? null : await requireWorkspace(gateway, principal, workspace_id);
  await rejectUnknownKeys(gateway, principal, fields.allowed_api_key_hashes);
  const providerId = keyedProvider(provider).id;
  const text = credentialText(providerId, key);
  if (test) await requireAccepted(gateway, providerId, text, call.departure.signal);
  // The key is sealed for its row, so the row's id must be known first.
  const id = crypto.randomUUID();
  const values = {
    ...changesOf(fields),
    ...sealKey(gateway, text, id, labelOf(provider, text)),
    id,
    workspaceId,
    organizationId: principal.organizationId,
    provider: providerId,
  };
  const row = await gateway.database.queries.transaction(async (queries) => {
    const made = await insertCredential(queries, values);
    const change = { target: credentialTarget(made), after: settingsOf(made), workspaceId };
    await recordChange(queries, call, { action: "credential.create", ...change });
    return made;
  });
  await publishCredentials(gateway);
  return { data: await credentialRecord(gateway, row) };
});

import { orderCredentials as endpoint } from "#lib/contract/byok.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { coversWorkspace } from "#server/auth/key-scopes.ts";
import { type CredentialRow, findCredentials, orderCredentials as orderRows } from "#server/data/credentials.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { credentialRecords } from "./credential-records.ts";
import { publishCredentials } from "./publish-credentials.ts";
import { unknownCredential } from "./require-credential.ts";

export const orderCredentials = operation(endpoint)(async (gateway, call) => {
  const { ids } = call.body;
  const before = await findCredentials(gateway.database.queries, call.principal.organizationId, ids);
  const group = groupOf(before, ids);
  if (!coversWorkspace(call.principal, group.workspaceId)) throw unknownCredential();
  await gateway.credentials.flush();
  const { provider, workspaceId } = group;
  const rows = await gateway.database.queries.transaction(async (queries) => {
    const ordered = await orderRows(queries, group, ids);
    await recordChange(queries, call, {
      action: "credential.order",
      target: { type: "credential", id: ids[0] as string, name: provider },
      before: { order: inOrder(before) },
      after: { order: ordered.map(({ id }) => id) },
      workspaceId,
    });
    return ordered;
  });
  await publishCredentials(gateway);
  return { data: await credentialRecords(gateway, rows), total_count: rows.length };
});

/** Throws 404 if a credential does not exist, and 400 if they differ in provider or workspace, or an id is repeated. */
function groupOf(rows: readonly CredentialRow[], ids: readonly string[]): CredentialRow {
  const [first] = rows;
  if (new Set(ids).size !== ids.length) throw new HttpError(400, "Invalid request: ids: must not contain duplicates");
  if (!first || rows.length !== ids.length) throw unknownCredential();
  const isOne = rows.every(
    ({ provider, workspaceId }) => provider === first.provider && workspaceId === first.workspaceId,
  );
  if (isOne) return first;
  throw new HttpError(400, "Invalid request: ids: must belong to one provider and one workspace");
}

function inOrder(rows: readonly CredentialRow[]): string[] {
  return rows.toSorted((a, b) => a.sortOrder - b.sortOrder).map(({ id }) => id);
}

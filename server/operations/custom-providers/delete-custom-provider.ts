import { deleteCustomProvider as endpoint } from "#lib/contract/custom-providers.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { deleteCustomProvider as deleteRow } from "#server/data/custom-providers.ts";
import { operation } from "#server/http/operation.ts";
import { targetOf, toAuditProvider } from "./custom-provider-records.ts";
import { publishCustomProviders } from "./publish-custom-providers.ts";
import { requireCustomProvider, requireRow } from "./require-custom-provider.ts";

export const deleteCustomProvider = operation(endpoint)(async (gateway, call) => {
  const row = await requireCustomProvider(gateway, call.principal, call.params.id);
  const { organizationId, workspaceId, id } = row;
  await gateway.database.queries.transaction(async (queries) => {
    if (!(await deleteRow(queries, organizationId, id))) requireRow(undefined);
    const before = toAuditProvider(gateway, row);
    await recordChange(queries, call, { action: "custom_provider.delete", target: targetOf(row), before, workspaceId });
  });
  await publishCustomProviders(gateway);
  return { deleted: true as const };
});

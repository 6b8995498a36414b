import { updateOrganization as endpoint } from "#lib/contract/organization.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { renameOrganization } from "#server/data/accounts.ts";
import { announce } from "#server/data/changes.ts";
import { gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";

export const updateOrganization = operation(endpoint)(async (call) => {
  const { accounts, database } = gateway();
  const { before, after } = await renameOrganization(database.queries, call.principal.organizationId, call.body.name);
  await accounts.refresh();
  await announce(database, "workspaces");
  const target = { type: "organization", id: after.id, name: after.name };
  const states = { before: { name: before.name }, after: { name: after.name } };
  await recordChange(call, { action: "organization.update", target, ...states, workspaceId: null });
  return { data: after };
});

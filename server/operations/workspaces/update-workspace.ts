import { updateWorkspace as endpoint } from "#lib/contract/workspaces.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { updateWorkspace as updateRow } from "#server/data/workspaces.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { publishLimits } from "../budgets/publish-limits.ts";
import { withVisibleModels } from "../models/with-visible-models.ts";
import { workspaceChanges } from "./workspace-changes.ts";
import {
  findAccessibleWorkspace,
  publishWorkspaces,
  workspaceFields,
  workspaceRecord,
  workspaceTarget,
} from "./workspace-records.ts";

export const updateWorkspace = operation(endpoint)(async (gateway, call) => {
  const { organizationId } = call.principal;
  const before = await findAccessibleWorkspace(gateway, call.principal, call.params.ref);
  const changes = workspaceChanges(withVisibleModels(gateway, { organizationId, workspaceId: before.id }), call.body);
  if (Object.keys(changes).length === 0) return { data: await workspaceRecord(gateway, before) };
  const row = await gateway.database.queries.transaction(async (queries) => {
    const changed = await updateRow(queries, organizationId, before.id, changes);
    if (!changed) throw new HttpError(409, `A workspace with the slug ${changes.slug} already exists`);
    await recordChange(queries, call, {
      action: "workspace.update",
      target: workspaceTarget(changed),
      before: workspaceFields(before),
      after: workspaceFields(changed),
      workspaceId: changed.id,
    });
    return changed;
  });
  // Before periods start at another time, what was spent is counted and what was leased is returned.
  if (row.timeZone !== before.timeZone) await publishLimits(gateway);
  await publishWorkspaces(gateway);
  return { data: await workspaceRecord(gateway, row) };
});

import { deleteWorkspace as endpoint } from "#lib/contract/workspaces.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { requireRecentSignIn } from "#server/auth/recent-sign-in.ts";
import { deleteContents } from "#server/data/generation-contents.ts";
import { forgetPrompts } from "#server/data/video-jobs.ts";
import { deleteWorkspace as deleteRow } from "#server/data/workspaces.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { findAccessibleWorkspace, publishWorkspaces, workspaceFields, workspaceTarget } from "./workspace-records.ts";

export const deleteWorkspace = operation(endpoint)(async (gateway, call) => {
  const row = await findAccessibleWorkspace(gateway, call.principal, call.params.ref);
  requireRecentSignIn(call.principal, gateway.now());
  if (row.isDefault) throw new HttpError(400, "The default workspace cannot be deleted");
  await gateway.database.queries.transaction(async (queries) => {
    if (!(await deleteRow(queries, row.organizationId, row.id))) {
      throw new HttpError(400, "This workspace has active keys; disable or delete them first");
    }
    await deleteContents(queries, row.id);
    await forgetPrompts(queries, row.id);
    const change = { target: workspaceTarget(row), before: workspaceFields(row), workspaceId: row.id };
    await recordChange(queries, call, { action: "workspace.delete", ...change });
  });
  await publishWorkspaces(gateway);
  return { deleted: true as const };
});

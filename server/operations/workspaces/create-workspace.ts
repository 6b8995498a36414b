import { createWorkspace as endpoint } from "#lib/contract/workspaces.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { insertWorkspace } from "#server/data/workspaces.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { workspaceChanges } from "./workspace-changes.ts";
import { publishWorkspaces, workspaceFields, workspaceRecord, workspaceTarget } from "./workspace-records.ts";

export const createWorkspace = operation(endpoint)(async (gateway, call) => {
  const { organizationId, userId } = call.principal;
  const { name, slug } = call.body;
  const values = { ...workspaceChanges(gateway, call.body), name, slug, organizationId, createdBy: userId };
  const row = await gateway.database.queries.transaction(async (queries) => {
    const made = await insertWorkspace(queries, values);
    if (!made) throw new HttpError(409, `A workspace with the slug ${slug} already exists`);
    const change = { target: workspaceTarget(made), after: workspaceFields(made), workspaceId: made.id };
    await recordChange(queries, call, { action: "workspace.create", ...change });
    return made;
  });
  await publishWorkspaces(gateway);
  return { data: await workspaceRecord(gateway, row) };
});

import { handle } from "#server/http/handle.ts";
import { deleteWorkspace } from "#server/operations/workspaces/delete-workspace.ts";
import { getWorkspace } from "#server/operations/workspaces/get-workspace.ts";
import { updateWorkspace } from "#server/operations/workspaces/update-workspace.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getWorkspace, updateWorkspace, deleteWorkspace);

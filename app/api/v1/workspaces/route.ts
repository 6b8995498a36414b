import { handle } from "#server/http/handle.ts";
import { createWorkspace } from "#server/operations/workspaces/create-workspace.ts";
import { listWorkspaces } from "#server/operations/workspaces/list-workspaces.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listWorkspaces, createWorkspace);

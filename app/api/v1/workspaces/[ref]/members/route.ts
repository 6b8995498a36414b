import { handle } from "#server/http/handle.ts";
import { listWorkspaceMembers } from "#server/operations/workspace-members/list-workspace-members.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listWorkspaceMembers);

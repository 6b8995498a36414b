import { handle } from "#server/http/handle.ts";
import { addWorkspaceMembers } from "#server/operations/workspace-members/add-workspace-members.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(addWorkspaceMembers);

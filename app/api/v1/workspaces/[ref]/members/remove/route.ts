import { handle } from "#server/http/handle.ts";
import { removeWorkspaceMembers } from "#server/operations/workspace-members/remove-workspace-members.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(removeWorkspaceMembers);

import { handle } from "#server/http/handle.ts";
import { listMembers } from "#server/operations/members/list-members.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listMembers);

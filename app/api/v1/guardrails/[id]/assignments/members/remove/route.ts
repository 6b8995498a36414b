import { handle } from "#server/http/handle.ts";
import { unassignMembers } from "#server/operations/guardrails/assignments/unassign-members.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(unassignMembers);

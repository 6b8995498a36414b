import { handle } from "#server/http/handle.ts";
import { assignMembers } from "#server/operations/guardrails/assign-members.ts";
import { listMemberAssignments } from "#server/operations/guardrails/list-member-assignments.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listMemberAssignments, assignMembers);

import { handle } from "#server/http/handle.ts";
import { assignMembers } from "#server/operations/guardrails/assignments/assign-members.ts";
import { listMemberAssignments } from "#server/operations/guardrails/assignments/list-member-assignments.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listMemberAssignments, assignMembers);

import { handle } from "#server/http/handle.ts";
import { listAllMemberAssignments } from "#server/operations/guardrails/assignments/list-all-member-assignments.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listAllMemberAssignments);

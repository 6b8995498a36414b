import { handle } from "#server/http/handle.ts";
import { listAllKeyAssignments } from "#server/operations/guardrails/assignments/list-all-key-assignments.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listAllKeyAssignments);

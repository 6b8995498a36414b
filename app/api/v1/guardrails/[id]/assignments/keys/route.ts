import { handle } from "#server/http/handle.ts";
import { assignKeys } from "#server/operations/guardrails/assignments/assign-keys.ts";
import { listKeyAssignments } from "#server/operations/guardrails/assignments/list-key-assignments.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listKeyAssignments, assignKeys);

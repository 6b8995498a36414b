import { handle } from "#server/http/handle.ts";
import { assignKeys } from "#server/operations/guardrails/assign-keys.ts";
import { listKeyAssignments } from "#server/operations/guardrails/list-key-assignments.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listKeyAssignments, assignKeys);

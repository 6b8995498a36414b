import { handle } from "#server/http/handle.ts";
import { unassignKeys } from "#server/operations/guardrails/assignments/unassign-keys.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(unassignKeys);

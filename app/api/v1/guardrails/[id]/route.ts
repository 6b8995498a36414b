import { handle } from "#server/http/handle.ts";
import { deleteGuardrail } from "#server/operations/guardrails/delete-guardrail.ts";
import { getGuardrail } from "#server/operations/guardrails/get-guardrail.ts";
import { updateGuardrail } from "#server/operations/guardrails/update-guardrail.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getGuardrail, updateGuardrail, deleteGuardrail);

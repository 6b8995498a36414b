import { handle } from "#server/http/handle.ts";
import { createGuardrail } from "#server/operations/guardrails/create-guardrail.ts";
import { listGuardrails } from "#server/operations/guardrails/list-guardrails.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listGuardrails, createGuardrail);

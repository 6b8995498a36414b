import { handle } from "#server/http/handle.ts";
import { getEffectiveGuardrail } from "#server/operations/guardrails/get-effective-guardrail.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getEffectiveGuardrail);

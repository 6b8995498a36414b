import { handle } from "#server/http/handle.ts";
import { getGuardrailHits } from "#server/operations/guardrails/get-guardrail-hits.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getGuardrailHits);

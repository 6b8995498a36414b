import { handle } from "#server/http/handle.ts";
import { listGuardrailHits } from "#server/operations/guardrails/list-guardrail-hits.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listGuardrailHits);

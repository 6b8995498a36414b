import { handle } from "#server/http/handle.ts";
import { testGuardrail } from "#server/operations/guardrails/tests/test-guardrail.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(testGuardrail);
